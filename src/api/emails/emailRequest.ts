import { formatMailbox, parseMailbox } from '../../commands/emailAddress.ts';
import type { EmailRequest, TemplateReference } from '../../commands/emailDraft.ts';
import { parseInstant } from '../../commands/instantInput.ts';
import type { Issue } from '../../commands/refusal.ts';
import { instant } from '../../ports/clock.ts';
import { checker } from '../validation.ts';
import { decodeBase64 } from './base64.ts';
import { emailRuleIssues } from './emailRules.ts';
import { type EmailBody, emailSchema } from './emailSchema.ts';

const checkSingle = checker(emailSchema({ subjectMin: 0 }));
const checkElement = checker(emailSchema({ subjectMin: 1 }));

/** Every fault of a send's body at once: those of the schema, and the rules' where the schema finds none. */
export function emailIssues(body: unknown, { inBatch = false } = {}): Issue[] {
  const form = (inBatch ? checkElement : checkSingle)(body);
  const rules = emailRuleIssues(body);
  if (form.length === 0 || rules.length === 0) return form.length === 0 ? rules : form;
  const named = new Set(form.map(({ path }) => path));
  return [...form, ...rules.filter(({ path }) => !named.has(path))];
}

/** A body without issues as the command takes it. */
export function emailRequestOf(body: EmailBody): EmailRequest {
  return {
    from: fromHeader(body.from, body.from_name),
    to: list(body.to),
    cc: list(body.cc),
    bcc: list(body.bcc),
    replyTo: list(body.reply_to),
    subject: body.subject ?? null,
    html: body.html === '' ? null : (body.html ?? null),
    text: body.text === '' ? null : (body.text ?? null),
    template: templateOf(body),
    headers: body.headers ?? {},
    attachments: (body.attachments ?? []).map(({ filename, content, type, contentId, disposition }) => ({
      filename,
      type,
      contentId: contentId ?? null,
      disposition: disposition ?? 'attachment',
      content: decodeBase64(content),
    })),
    tags: body.tags ?? [],
    scheduledFor: body.scheduled_for === undefined ? null : instant(parseInstant(body.scheduled_for) ?? 0),
    batchId: body.batch_id ?? null,
    messageStream: body.message_stream ?? 'transactional',
    trackOpens: body.track_opens ?? true,
    trackClicks: body.track_clicks ?? true,
  };
}

/** `from_name` goes before a name that `from` carries. */
function fromHeader(from: string, fromName: string | undefined): string {
  const mailbox = parseMailbox(from) ?? { name: null, address: from };
  return formatMailbox(fromName === undefined ? mailbox : { ...mailbox, name: fromName });
}

function list(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

function templateOf(body: EmailBody): TemplateReference | null {
  const variables = body.variables === undefined ? null : JSON.stringify(body.variables);
  if (body.template_id !== undefined)
    return { by: 'id', templateId: body.template_id.toLowerCase(), variables };
  if (body.template_friendly_name !== undefined)
    return { by: 'friendlyName', friendlyName: body.template_friendly_name, variables };
  return null;
}
