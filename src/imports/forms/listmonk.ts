import { namesIn, objectIn, type ProviderForm, tagsIn, yesOrNo } from './form.ts';

/**
 * Suppressions: the subscribers, as CSV or `GET /api/subscribers`, who are blocklisted or disabled, without a time, since
 * `updated_at` changes with anything; and `GET /api/bounces`, whose soft ones suppress no one. Contacts: all subscribers.
 */
export const listmonk: ProviderForm = {
  suppression: (fields) => {
    const bounce = fields.text('type').toLowerCase();
    if (fields.has('type'))
      return bounce === 'soft'
        ? null
        : { reason: bounce, detail: fields.text('source'), since: fields.text('createdat') };
    const status = fields.text('status').toLowerCase();
    return status === 'enabled' || status === '' ? null : { reason: status, detail: '', since: '' };
  },
  contact: (fields) => {
    const subscribed = yesOrNo(fields.text('status'));
    const attributes = objectIn(fields.value('attributes') ?? fields.value('attribs'));
    return {
      ...namesIn(fields.text('name')),
      ...(subscribed !== null && { subscribed }),
      ...tagsIn(attributes.tags),
      ...(Object.keys(attributes).length > 0 && { custom_fields: attributes }),
    };
  },
};
