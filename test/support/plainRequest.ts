import type { EmailRequest } from '../../src/commands/email/emailDraft.ts';

/** A mail of one line to one person. */
export const PLAIN_REQUEST: EmailRequest = {
  from: 'a@b.co',
  to: ['x@y.co'],
  cc: [],
  bcc: [],
  replyTo: [],
  subject: 's',
  html: null,
  text: 't',
  template: null,
  headers: {},
  attachments: [],
  tags: [],
  scheduledFor: null,
  batchId: null,
  messageStream: 'transactional',
  trackOpens: true,
  trackClicks: true,
};
