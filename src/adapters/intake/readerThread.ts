import type { MailToVerify } from './mailReader.ts';
import { answerMails } from './parserProgram.ts';
import type { MailToParse } from './parserThread.ts';
import { readMail } from './readMail.ts';

answerMails(async (mail: MailToParse | MailToVerify) => {
  if (!('check' in mail)) return readMail(mail.raw);
  // The package is large, and most services never get a mail of a feedback loop.
  const { verifyDkim } = await import('./verifyDkim.ts');
  return verifyDkim(mail.raw, mail.check);
});
