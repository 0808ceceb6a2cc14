import { ADDRESS_FIELDS } from '../rows.ts';
import { customFields, given, type ProviderForm } from './form.ts';

const KNOWN = [
  ...ADDRESS_FIELDS,
  ...[
    'firstname',
    'lastname',
    'phonenumber',
    'id',
    'contactid',
    'createdat',
    'updatedat',
    'lists',
    'listids',
  ],
  ...['segmentids', 'metadata', 'customfields'],
];

/**
 * Suppressions: what `/v3/suppression/bounces`, `/blocks`, `/invalid_emails`, `/spam_reports`, `/unsubscribes` and
 * `/v3/asm/suppressions` answer, and the same as CSV. They say no reason: the fields tell which list it is. Contacts: the
 * export of Marketing Campaigns.
 */
export const sendgrid: ProviderForm = {
  suppression: (fields) => ({
    reason: listOf(fields),
    detail: fields.text('reason', 'groupname'),
    since: fields.text('created', 'createdat'),
  }),
  contact: (fields) => ({
    ...given({
      first_name: fields.text('firstname'),
      last_name: fields.text('lastname'),
      phone: fields.text('phonenumber'),
    }),
    ...customFields(fields, KNOWN, fields.value('customfields')),
  }),
};

function listOf({ has }: Parameters<ProviderForm['suppression']>[0]): string {
  if (has('groupid') || has('groupname')) return 'group unsubscribe';
  if (has('ip')) return 'spam report';
  return has('reason') || has('status') ? 'bounce' : 'unsubscribe';
}
