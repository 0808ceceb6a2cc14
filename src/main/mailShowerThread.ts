import { answerMails } from '../adapters/intake/parserProgram.ts';
import { attachedFile, shownMail } from '../adapters/submission/shownMail.ts';
import type { MailToShow } from './mailShower.ts';

answerMails(async ({ raw, place }: MailToShow) =>
  place === null ? shownMail(raw) : attachedFile(raw, place),
);
