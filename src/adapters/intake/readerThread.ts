import { answerMails } from './parserProgram.ts';
import type { MailToParse } from './parserThread.ts';
import { readMail } from './readMail.ts';

answerMails(({ raw }: MailToParse) => readMail(raw));
