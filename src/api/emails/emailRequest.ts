import { formatMailbox, parseMailbox } from '../../commands/email/emailAddress.ts';
import type { EmailRequest, TemplateReference } from '../../commands/email/emailDraft.ts';
import { parseInstant } from '../../commands/kernel/instantInput.ts';
import type { Issue } from '../../commands/kernel/refusal.ts';
import { givenText } from '../../commands/kernel/storedText.ts';
import { instant } from '../../ports/clock.ts';
import type { SentJson } from '../json.ts';
import { type BodyReader, bodyIssues } from '../reading/reader.ts';
import { MAX_ISSUES } from '../schemaIssues.ts';
import { type Checker, checker } from '../validation.ts';
import { decodeBase64 } from './base64.ts';
import { emailRuleIssues } from './emailRules.ts';
import { type EmailBody, emailSchema } from './emailSchema.ts';

const checkSingle = checker(emailSchema({ subjectMin: 0 }));
const checkElement = checker(emailSchema({ subjectMin: 1 }));

/** Every fault of a send's body at once: those of the schema, and the rules' where the schema finds none. */
function emailIssues(body: unknown, { inBatch = false } = {}): Issue[] {
  const form = (inBatch ? checkElement : checkSingle)(body);
  const rules = emailRuleIssues(body);
  if (form.length === 0 || rules.length === 0) return form.length === 0 ? rules : form;
  const named = new Set(form.map(({ path }) => path));
  return [...form, ...rules.filter(({ path }) => !named.has(path))];
}

/** Numbers may stand in the variables alone: anywhere else the schema wants none. */
function issuesIn(sent: SentJson, check: Checker, mayHoldNumbers: boolean): readonly Issue[] {
  return bodyIssues(mayHoldNumbers ? sent : { ...sent, inexact: () => [] }, check);
}

const hasVariables = (body: unknown) =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, 'variables');

/** Body of `POST /v1/emails`. */
export const readEmail: BodyReader<EmailRequest> = (sent) => {
  const issues = issuesIn(sent, emailIssues, hasVariables(sent.value));
  return issues.length > 0 ? { issues } : { value: emailRequestOf(sent.value as EmailBody) };
};

/** Emails that one batch may hold (spec section 8). */
export const BATCH_MAX = 100;

/** Body of `POST /v1/emails/batch`. */
export const readEmailBatch: BodyReader<readonly EmailRequest[]> = (sent) => {
  const mayHoldNumbers = Array.isArray(sent.value) && sent.value.some(hasVariables);
  const issues = issuesIn(sent, batchIssues, mayHoldNumbers);
  return issues.length > 0 ? { issues } : { value: (sent.value as readonly EmailBody[]).map(emailRequestOf) };
};

function batchIssues(body: unknown): Issue[] {
  if (!Array.isArray(body)) return [{ path: '', message: 'must be an array' }];
  if (body.length === 0) return [{ path: '', message: 'must have at least 1 item' }];
  if (body.length > BATCH_MAX) return [{ path: '', message: `must have at most ${BATCH_MAX} items` }];
  const issues: Issue[] = [];
  for (const [index, element] of body.entries()) {
    for (const { path, message } of emailIssues(element, { inBatch: true }))
      issues.push({ path: `/${index}${path}`, message });
    if (issues.length >= MAX_ISSUES) break;
  }
  return issues;
}

/** A body without issues as the command takes it. */
function emailRequestOf(body: EmailBody): EmailRequest {
  return {
    from: fromHeader(body.from, body.from_name),
    to: list(body.to),
    cc: list(body.cc),
    bcc: list(body.bcc),
    replyTo: list(body.reply_to),
    subject: body.subject ?? null,
    html: body.html ? givenText(body.html) : null,
    text: body.text ? givenText(body.text) : null,
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
  const variables = body.variables === undefined ? null : givenText(JSON.stringify(body.variables));
  if (body.template_id !== undefined)
    return { by: 'id', templateId: body.template_id.toLowerCase(), variables };
  if (body.template_friendly_name !== undefined)
    return { by: 'friendlyName', friendlyName: body.template_friendly_name, variables };
  return null;
}
