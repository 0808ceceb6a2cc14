import { timeIn } from '../times.ts';
import type { ProviderForm } from './form.ts';

/**
 * The rows of the table `suppressions` of a server's message database, as CSV or JSON: Postal has no export. What it kept for
 * some days only, and no longer, is left out, as it leaves it out itself.
 */
export const postal: ProviderForm = {
  suppression: (fields, nowMs) => {
    const type = fields.text('type');
    const until = timeIn(fields.text('keepuntil'));
    if ((type !== '' && type !== 'recipient') || (until !== null && until < nowMs)) return null;
    return { reason: fields.text('reason'), detail: '', since: fields.text('timestamp', 'createdat') };
  },
};
