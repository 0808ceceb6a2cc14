import { answerMails } from '../adapters/intake/parserProgram.ts';
import type { MailToParse } from '../adapters/intake/parserThread.ts';
import { shownMail } from '../adapters/submission/shownMail.ts';

answerMails(async ({ raw }: MailToParse) => shownMail(raw));
