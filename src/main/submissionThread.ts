import { answerMails } from '../adapters/intake/parserProgram.ts';
import { mimeComposer } from '../adapters/mime/composer.ts';
import { readMessage } from '../adapters/submission/readMessage.ts';
import { withLineEnds } from '../mail/lineEnds.ts';
import { Unsendable } from '../ports/composer.ts';
import type { MailOfKey } from '../submission/submission.ts';
import { type SubmittedRequest, submittedRequest } from '../submission/submittedRequest.ts';

const composer = mimeComposer();

answerMails(async (mail: MailOfKey): Promise<SubmittedRequest | null> => {
  const given = Buffer.from(mail.raw.buffer, mail.raw.byteOffset, mail.raw.length);
  const raw = withLineEnds(given);
  const message = readMessage(raw);
  if (message === null) return null;
  const read = submittedRequest(message, raw, mail);
  if (!('request' in read) || read.request.raw === undefined) return read;
  try {
    composer.keep(raw, read.request.messageStream === 'broadcast');
  } catch (error) {
    if (error instanceof Unsendable) return { refused: [550, `5.6.0 ${error.message}`] };
    throw error;
  }
  // Who asked has the bytes, unless they had to change.
  return raw === given ? { ...read, request: { ...read.request, raw: undefined } } : read;
});
