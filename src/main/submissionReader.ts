import { parserThread } from '../adapters/intake/parserThread.ts';
import { startThread } from '../adapters/node/startThread.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { SubmittedMail } from '../ports/mailSubmission.ts';
import type { SubmittedRequest } from '../submission/submittedRequest.ts';

/** How long the thread may take: normal mails take milliseconds, and a hundred for each 10 MB. */
const timeoutMs = (bytes: number) => 2_000 + bytes / 10_000;
/** Limits of the header keep the parser's objects far below it; contents are outside of V8's heap. */
const MAX_HEAP_MB = 512;
const AT_ONCE = 32;

/** The thread that makes requests of mails. */
export function submissionReader(parts: { readonly clock: Clock; readonly log: Log }) {
  const start = () =>
    startThread(import.meta.url, 'submissionThread', {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
  return parserThread<SubmittedMail, SubmittedRequest>({ ...parts, start, timeoutMs, atOnce: AT_ONCE });
}
