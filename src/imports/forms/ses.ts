import { type ProviderForm, yesOrNo } from './form.ts';

/**
 * Suppressions: `ListSuppressedDestinations`, as the command line of AWS prints it, and the lists that `CreateImportJob` takes
 * (`address,BOUNCE` without a head, or an object a line). Contacts: `ListContacts`.
 */
export const ses: ProviderForm = {
  suppression: (fields) => ({
    reason: fields.text('reason', 'suppressionreason'),
    detail: '',
    since: fields.text('lastupdatetime', 'lastupdatedtime', 'dateadded', 'since'),
  }),
  contact: (fields) => {
    const left = yesOrNo(fields.text('unsubscribeall'));
    return left === null ? {} : { subscribed: !left };
  },
};
