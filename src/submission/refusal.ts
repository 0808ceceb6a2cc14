import { messageWithIssue } from '../api/errorBody.ts';
import { type Failure, failureOf } from '../api/errors.ts';
import { SubmissionRefused } from '../ports/mailSubmission.ts';

/** RFC 5321, section 4.5.3.1.5: a line of an answer has 512 octets at most; codes need some of them. */
const MAX_CHARS = 480;

/** The answer for an error, with the sentence that a call would get. */
export function refusalOf(error: unknown): SubmissionRefused {
  if (error instanceof SubmissionRefused) return error;
  const failure = failureOf(error);
  const [code, enhanced] = codesOf(failure);
  return new SubmissionRefused(code, `${enhanced} ${oneLine(messageWithIssue(failure))}`);
}

/** The same while a client shows its key: a key without the scope is of no use here (RFC 4954, section 6). */
export function authRefusalOf(error: unknown): SubmissionRefused {
  const { status, message } = failureOf(error);
  return status < 500
    ? new SubmissionRefused(535, `5.7.8 ${oneLine(message)}`)
    : new SubmissionRefused(454, `4.7.0 ${oneLine(message)}`);
}

/** The code and its enhanced code (RFC 3463). */
function codesOf({ status, issues }: Failure): readonly [number, string] {
  if (status >= 500 || status === 408) return [451, '4.3.0'];
  if (status === 401) return [535, '5.7.8'];
  if (status === 403) return [550, '5.7.1'];
  const path = issues?.[0]?.path ?? '';
  if (/^\/(?:to|cc|bcc)\b/.test(path)) return [550, '5.1.3'];
  return [550, path === '/from' || path === '/headers/Sender' ? '5.1.7' : '5.6.0'];
}

/** Names of fields come from the client. */
const oneLine = (text: string) => text.replace(/[^ -~]/g, '?').slice(0, MAX_CHARS);
