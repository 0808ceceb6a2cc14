import { given, type ProviderForm, yesOrNo } from './form.ts';

/** Suppressions: `GET /suppressions`, and the same as CSV. Contacts: `GET /contacts` and the export of an audience. */
export const resend: ProviderForm = {
  suppression: (fields) => ({
    reason: fields.text('origin', 'reason', 'type'),
    detail: '',
    since: fields.text('createdat', 'created'),
  }),
  contact: (fields) => {
    const left = yesOrNo(fields.text('unsubscribed'));
    return {
      ...given({ first_name: fields.text('firstname'), last_name: fields.text('lastname') }),
      ...(left !== null && { subscribed: !left }),
    };
  },
};
