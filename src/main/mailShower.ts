import { type MailToParse, parserStart, parserThread } from '../adapters/intake/parserThread.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { AttachedFile, MailShower, ShownMail } from '../ports/mailShower.ts';

/** A mail of the most bytes takes half a second. */
const SHOW_TIMEOUT_MS = 10_000;
const MAX_HEAP_MB = 1_024;

/** What the thread is asked for: all of a mail as it is shown, or (`place`) one of its files. */
export interface MailToShow extends MailToParse {
  readonly place: number | null;
}

/** In a thread that is started with the first mail: some texts keep it busy for seconds. */
export function mailShower(parts: { readonly clock: Clock; readonly log: Log }): MailShower {
  const start = parserStart(import.meta.url, 'mailShowerThread', MAX_HEAP_MB);
  const timeoutMs = () => SHOW_TIMEOUT_MS;
  const thread = parserThread<MailToShow, ShownMail | AttachedFile>({ ...parts, start, timeoutMs });
  const read = async (mail: MailToShow, owner: string) => {
    const answer = await thread.read(mail, owner);
    return typeof answer === 'string' ? null : answer;
  };
  return {
    async show(raw, owner) {
      const shown = await read({ raw, place: null }, owner);
      return shown !== null && 'files' in shown ? shown : null;
    },
    async file(raw, owner, place) {
      const file = await read({ raw, place }, owner);
      return file !== null && 'content' in file ? file : null;
    },
    close: thread.close,
  };
}
