import { namesIn, objectIn, type ProviderForm, yesOrNo } from './form.ts';

/**
 * Suppressions: `/v3/{domain}/bounces`, `/unsubscribes` and `/complaints`, and the CSV that they take and give: which list it
 * is the fields tell. Contacts: the members of a mailing list.
 */
export const mailgun: ProviderForm = {
  suppression: (fields) => {
    const isBounce = fields.has('code') || fields.has('error');
    const isUnsubscription = fields.has('tags') || fields.has('tag');
    return {
      reason: isBounce ? 'bounce' : isUnsubscription ? 'unsubscribe' : 'complaint',
      detail: [fields.text('code'), fields.text('error')].filter((text) => text !== '').join(' '),
      since: fields.text('createdat'),
    };
  },
  contact: (fields) => {
    const variables = objectIn(fields.value('vars'));
    const subscribed = yesOrNo(fields.text('subscribed'));
    return {
      ...namesIn(fields.text('name')),
      ...(subscribed !== null && { subscribed }),
      ...(Object.keys(variables).length > 0 && { custom_fields: variables }),
    };
  },
};
