import { type MailToParse, parserStart, parserThread } from '../adapters/intake/parserThread.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { MailShower, ShownMail } from '../ports/mailShower.ts';

/** A mail of the most bytes takes half a second. */
const SHOW_TIMEOUT_MS = 10_000;
const MAX_HEAP_MB = 1_024;

/** In a thread that is started with the first mail: some texts keep it busy for seconds. */
export function mailShower(parts: { readonly clock: Clock; readonly log: Log }): MailShower {
  const start = parserStart(import.meta.url, 'mailShowerThread', MAX_HEAP_MB);
  const timeoutMs = () => SHOW_TIMEOUT_MS;
  const thread = parserThread<MailToParse, ShownMail>({ ...parts, start, timeoutMs });
  return {
    async show(raw, owner) {
      const shown = await thread.read({ raw }, owner);
      return typeof shown === 'string' ? null : shown;
    },
    close: thread.close,
  };
}
