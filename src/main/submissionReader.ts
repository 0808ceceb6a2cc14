import { parserStart, parserThread } from '../adapters/intake/parserThread.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { SubmittedMail } from '../ports/mailSubmission.ts';
import type { SubmittedRequest } from '../submission/submittedRequest.ts';

/** How long the thread may take: normal mails take milliseconds, and half a second for each 10 MB. */
const timeoutMs = (bytes: number) => 2_000 + bytes / 5_000;
/** As much as the reader of large bodies of calls may have: the text of a mail becomes such a body. */
const MAX_HEAP_MB = 3_072;
const AT_ONCE = 32;

/** The thread that makes requests of mails. */
export function submissionReader(parts: { readonly clock: Clock; readonly log: Log }) {
  const start = parserStart(import.meta.url, 'submissionThread', MAX_HEAP_MB);
  return parserThread<SubmittedMail, SubmittedRequest>({ ...parts, start, timeoutMs, atOnce: AT_ONCE });
}
