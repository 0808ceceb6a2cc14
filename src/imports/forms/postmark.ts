import type { ProviderForm } from './form.ts';

/**
 * Suppressions: `GET /message-streams/{id}/suppressions/dump`, and the export of a stream as CSV. Of a manual one the origin
 * says whether the recipient asked for it.
 */
export const postmark: ProviderForm = {
  suppression: (fields) => {
    const reason = fields.text('suppressionreason', 'reason', 'type');
    const origin = fields.text('origin', 'source');
    const isManual = /^manual ?suppression$/i.test(reason);
    return {
      reason: isManual ? `${reason} ${origin}` : reason,
      detail: origin,
      since: fields.text('createdat', 'date'),
    };
  },
};
