import { ADDRESS_FIELDS } from '../rows.ts';
import { customFields, given, type ProviderForm, tagsIn } from './form.ts';

/** What the export of an audience adds to the fields of its owner. */
const KNOWN = [
  ...ADDRESS_FIELDS,
  ...[
    'firstname',
    'lastname',
    'phonenumber',
    'tags',
    'memberrating',
    'optintime',
    'optinip',
    'confirmtime',
    'confirmip',
  ],
  ...[
    'latitude',
    'longitude',
    'gmtoff',
    'dstoff',
    'timezone',
    'cc',
    'region',
    'lastchanged',
    'leid',
    'euid',
    'notes',
  ],
  ...['unsubtime', 'unsubcampaigntitle', 'unsubcampaignid', 'unsubreason', 'unsubreasonother'],
  ...['cleantime', 'cleancampaigntitle', 'cleancampaignid'],
];

/**
 * The export of an audience is a file each for subscribed, unsubscribed and cleaned contacts; `GET /lists/{id}/members` gives
 * all with their status. Contacts are whoever is subscribed.
 */
export const mailchimp: ProviderForm = {
  suppression: (fields) => {
    const status = statusOf(fields);
    if (status !== 'unsubscribed' && status !== 'cleaned') return null;
    return {
      reason: status,
      detail: fields.text('unsubreason', 'unsubscribereason', 'unsubcampaigntitle', 'cleancampaigntitle'),
      // `last_changed` of the API changes with anything.
      since: fields.text('unsubtime', 'cleantime'),
    };
  },
  contact: (fields) => {
    const status = statusOf(fields);
    if (status !== 'subscribed' && status !== 'unsubscribed') return null;
    // The answer of the API has much besides, and the owner's fields in one object.
    const isApi = fields.has('mergefields');
    return {
      ...given({
        first_name: fields.text('firstname', 'mergefieldsfname'),
        last_name: fields.text('lastname', 'mergefieldslname'),
        phone: fields.text('phonenumber', 'mergefieldsphone'),
      }),
      subscribed: status === 'subscribed',
      ...tagsIn(isApi ? tagNames(fields.value('tags')) : fields.value('tags')),
      ...(!isApi && customFields(fields, KNOWN)),
    };
  },
};

function statusOf({ has, text }: Parameters<ProviderForm['suppression']>[0]): string {
  if (has('unsubtime')) return 'unsubscribed';
  if (has('cleantime')) return 'cleaned';
  return text('status').toLowerCase() || 'subscribed';
}

const tagNames = (tags: unknown) =>
  Array.isArray(tags) ? tags.map((tag) => (tag as { name?: unknown }).name ?? '') : tags;
