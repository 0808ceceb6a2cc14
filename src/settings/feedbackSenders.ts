import { listIn } from './forms.ts';
import type { Form } from './setting.ts';

/** An address, a domain, or all below one; never a whole top-level domain, which has users. */
const SENDER =
  /^(?:[^\s@*]+@|\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

export const feedbackSenders: Form<string> = {
  expected: 'a comma list of addresses, of domains, and of `*.` with a domain for all below it',
  example: 'fbl@provider.example,fbl.isp.example,*.loops.example',
  read: (text) => {
    const entries = listIn(text);
    return entries.length > 0 && entries.every((entry) => SENDER.test(entry)) ? text : undefined;
  },
};

/** The known senders of feedback loops; docs/bounces.md says where each is named. No user of a provider can send from them. */
export const KNOWN_FEEDBACK_SENDERS =
  'arf.mail.yahoo.com,fbl-no-reply@postmaster.aol.com,scomp@aol.net,staff@hotmail.com,feedback.comcast.net,' +
  '*.senderscore.net,*.app.returnpath.net,fbl.apps.rackspace.com,fbl.cox.net,fbl.fastmail.com,fbl.hostedemail.com,' +
  'fbl.italiaonline.net,fbl.synacor.com,fbl.usa.net,fbl.xs4all.net,fbl.zoho.com,feedback.apps.rackspace.com,' +
  'feedback.bluetie.com,feedback.postmaster.rr.com,feedback.terra.com';
