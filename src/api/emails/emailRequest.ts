import { formatMailbox, parseMailbox } from '../../commands/email/emailAddress.ts';
import {
  type EmailRequest,
  type TemplateReference,
  withRequestHash,
} from '../../commands/email/emailDraft.ts';
import { parseInstant } from '../../commands/kernel/parseInstant.ts';
import type { Issue } from '../../commands/kernel/refusal.ts';
import { givenText } from '../../commands/kernel/storedText.ts';
import { instant } from '../../ports/clock.ts';
import type { ParsedJson } from '../json.ts';
import { type BodyReader, bodyIssues } from '../reading/reader.ts';
import { addIssues, isObject, MAX_ISSUES } from '../schemaIssues.ts';
import { type Checker, checker } from '../validation.ts';
import { batchFault, emailRuleIssues } from './emailRules.ts';
import { type EmailBody, emailSchema } from './emailSchema.ts';
import { mediaTypeOf } from './mediaType.ts';

const checkSingle = checker(emailSchema({ subjectMin: 0 }));
const checkElement = checker(emailSchema({ subjectMin: 1 }));

/** Every fault of a send's body at once: those of the schema, and those of the rules where the schema finds none. */
function emailIssues(body: unknown, { inBatch = false, needsText = true } = {}): Issue[] {
  return addIssues((inBatch ? checkElement : checkSingle)(body), emailRuleIssues(body, { needsText }));
}

/** Numbers are allowed only in the variables: everywhere else the schema refuses them. */
function issuesIn(sent: ParsedJson, check: Checker, mayHoldNumbers: boolean): readonly Issue[] {
  return bodyIssues(mayHoldNumbers ? sent : { ...sent, inexact: () => [] }, check);
}

const hasVariables = (body: unknown) => isObject(body) && Object.hasOwn(body, 'variables');

const emailReader =
  (options: { readonly needsText?: boolean }): BodyReader<EmailRequest> =>
  (sent) => {
    const issues = issuesIn(sent, (body) => emailIssues(body, options), hasVariables(sent.value));
    return issues.length > 0 ? { issues } : { value: emailRequestOf(sent.value as EmailBody) };
  };

/** Body of `POST /v1/emails`. */
export const readEmail = emailReader({});
/** What such a body would say of a mail that is sent as it came, and that has its own texts, or none. */
export const readEmailOfMail = emailReader({ needsText: false });

/** Body of `POST /v1/emails/batch`. */
export const readEmailBatch: BodyReader<readonly EmailRequest[]> = (sent) => {
  const mayHoldNumbers = Array.isArray(sent.value) && sent.value.some(hasVariables);
  const issues = issuesIn(sent, batchIssues, mayHoldNumbers);
  return issues.length > 0 ? { issues } : { value: (sent.value as readonly EmailBody[]).map(emailRequestOf) };
};

function batchIssues(body: unknown): Issue[] {
  const message = batchFault(body);
  if (message !== null) return [{ path: '', message }];
  const issues: Issue[] = [];
  for (const [index, element] of (body as readonly unknown[]).entries()) {
    for (const { path, message } of emailIssues(element, { inBatch: true }))
      issues.push({ path: `/${index}${path}`, message });
    if (issues.length >= MAX_ISSUES) break;
  }
  return issues;
}

/** A body without issues as the command takes it. */
function emailRequestOf(body: EmailBody): EmailRequest {
  return withRequestHash({
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
      type: mediaTypeOf(filename, type),
      contentId: contentId ?? null,
      disposition: disposition ?? 'attachment',
      content: Buffer.from(content, 'base64'),
    })),
    tags: body.tags ?? [],
    scheduledFor: body.scheduled_for === undefined ? null : instant(parseInstant(body.scheduled_for) ?? 0),
    batchId: body.batch_id ?? null,
    messageStream: body.message_stream ?? 'transactional',
    trackOpens: body.track_opens ?? true,
    trackClicks: body.track_clicks ?? true,
  });
}

/** `from_name` replaces a name within `from`. */
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
