import { ADDRESS_FIELDS } from '../rows.ts';
import { customFields, given, type ProviderForm, tagsIn, yesOrNo } from './form.ts';

const KNOWN = [
  ...ADDRESS_FIELDS,
  ...['firstname', 'lastname', 'phone', 'phonenumber', 'subscribed', 'tags', 'customfields'],
];

/** `address, reason, since`, also under the names that other programs use; contacts with the names of `POST /v1/contacts`. */
export const plain: ProviderForm = {
  suppression: (fields) => ({
    reason: fields.text('reason', 'type', 'kind', 'status', 'origin'),
    detail: fields.text('detail', 'description', 'comment', 'notes', 'reason'),
    since: fields.text('since', 'suppressedat', 'createdat', 'created', 'date', 'timestamp', 'time'),
  }),
  contact: (fields) => {
    const subscribed = yesOrNo(fields.text('subscribed'));
    return {
      ...given({
        first_name: fields.text('firstname'),
        last_name: fields.text('lastname'),
        phone: fields.text('phone', 'phonenumber'),
      }),
      ...(subscribed !== null && { subscribed }),
      ...tagsIn(fields.value('tags')),
      ...customFields(fields, KNOWN, fields.value('customfields')),
    };
  },
};
