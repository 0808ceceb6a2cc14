import { ADDRESS_FIELDS } from '../rows.ts';
import { customFields, given, type ProviderForm, yesOrNo } from './form.ts';

const KNOWN = [
  ...ADDRESS_FIELDS,
  ...[
    'firstname',
    'prenom',
    'lastname',
    'nom',
    'sms',
    'contactid',
    'id',
    'addedtime',
    'modifiedtime',
    'createdat',
  ],
  ...[
    'modifiedat',
    'listids',
    'attributes',
    'emailblacklisted',
    'smsblacklisted',
    'emailmarketing',
    'whatsappblacklisted',
  ],
];

/**
 * Suppressions: `GET /smtp/blockedContacts`, and its CSV; `GET /contacts` says only that someone is blocked, not since when.
 * Contacts: the same call, and the export of a list, whose attributes are columns.
 */
export const brevo: ProviderForm = {
  suppression: (fields) => {
    if (fields.has('emailblacklisted'))
      return fields.text('emailblacklisted') === 'true'
        ? { reason: 'blacklisted', detail: '', since: '' }
        : null;
    return {
      reason: fields.text('reasoncode', 'reason', 'blockreason'),
      detail: fields.text('reasonmessage'),
      since: fields.text('blockedat', 'blockedon', 'date'),
    };
  },
  contact: (fields) => {
    const blocked = yesOrNo(fields.text('emailblacklisted'));
    return {
      ...given({
        first_name: fields.text('firstname', 'prenom', 'attributesfirstname', 'attributesprenom'),
        last_name: fields.text('lastname', 'nom', 'attributeslastname', 'attributesnom'),
        phone: fields.text('sms', 'attributessms'),
      }),
      ...(blocked !== null && { subscribed: !blocked }),
      ...customFields(fields, KNOWN, fields.value('attributes')),
    };
  },
};
