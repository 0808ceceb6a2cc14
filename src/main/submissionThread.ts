import { answerMails } from '../adapters/intake/parserProgram.ts';
import { readMessage } from '../adapters/submission/readMessage.ts';
import type { SubmittedMail } from '../ports/mailSubmission.ts';
import { submittedRequest } from '../submission/submittedRequest.ts';

answerMails(async ({ raw, recipients }: SubmittedMail) => {
  const message = await readMessage(raw);
  return message && submittedRequest(message, recipients);
});
