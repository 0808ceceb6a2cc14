import { brevo } from './brevo.ts';
import type { ProviderForm } from './form.ts';
import { listmonk } from './listmonk.ts';
import { mailchimp } from './mailchimp.ts';
import { mailgun } from './mailgun.ts';
import { plain } from './plain.ts';
import { postal } from './postal.ts';
import { postmark } from './postmark.ts';
import { resend } from './resend.ts';
import { sendgrid } from './sendgrid.ts';
import { ses } from './ses.ts';

/** How each provider writes what it exports, by the name that `--from` takes. */
export const forms = {
  plain,
  sendgrid,
  resend,
  postmark,
  ses,
  mailgun,
  brevo,
  mailchimp,
  listmonk,
  postal,
} satisfies Readonly<Record<string, ProviderForm>>;

export type Provider = keyof typeof forms;
