import { type DraftAttachment, type EmailRequest, withRequestHash } from '../../commands/email/emailDraft.ts';
import { parseInstant } from '../../commands/kernel/parseInstant.ts';
import type { Issue } from '../../commands/kernel/refusal.ts';
import { givenText } from '../../commands/kernel/storedText.ts';
import { instant } from '../../ports/clock.ts';
import {
  attachmentTypeIssues,
  contentIssues,
  recipientsSizeIssues,
  senderHeaderIssues,
} from '../emails/emailRules.ts';
import { headerIssues } from '../emails/headerRules.ts';
import { mediaTypeOf } from '../emails/mediaType.ts';
import type { BodyReader } from '../reading/reader.ts';
import { isObject } from '../schemaIssues.ts';
import { type AttachmentContent, contentFault, decodedContent } from './attachments.ts';
import type { BodyOf } from './fieldTable.ts';
import { mailboxesOf, recipientIssues, takeReplyTo } from './mailboxes.ts';
import { requestReader } from './readFields.ts';
import { batchFields, sendFields } from './sendFields.ts';

type SendBody = BodyOf<typeof sendFields>;
type SendAttachment = NonNullable<SendBody['attachments']>[number];

const readSingle = requestReader(sendFields, ruleIssues);
const readElement = requestReader(batchFields, (body) => [...ruleIssues(body), ...subjectIssues(body)]);

/** Body of `POST /emails`. */
export const readSend: BodyReader<EmailRequest> = ({ value, faults, inexact }) => {
  const { body, issues } = readSingle(value);
  const all = [...faults, ...inexact(), ...issues];
  return all.length > 0 ? { issues: all } : { value: requestOf(body as SendBody) };
};

/** An element of a batch: the email it asks for, or everything that is wrong with it. */
export function readBatchElement(
  sent: unknown,
): { readonly request: EmailRequest } | { readonly issues: readonly Issue[] } {
  const { body, issues } = readElement(sent);
  return issues.length > 0 ? { issues } : { request: requestOf(body as SendBody) };
}

/** The rules that a schema cannot express. The body may have any shape: values that the form refuses are ignored. */
function ruleIssues(body: unknown): Issue[] {
  if (!isObject(body)) return [];
  const { from, to, cc, bcc, reply_to, headers, attachments, tags, template, scheduled_at } = body;
  // Clients send empty texts for fields that were not set.
  const issues = contentIssues(body, { hasTemplate: template !== undefined, emptyIsAbsent: true });
  issues.push(...senderHeaderIssues(from));
  for (const [name, value] of Object.entries({ to, cc, bcc, reply_to }))
    issues.push(...recipientIssues(value, `/${name}`));
  const replyTo = mailboxesOf([reply_to].flat().filter((one) => typeof one === 'string'));
  issues.push(...recipientsSizeIssues(body), ...headerIssues(headers, '/headers', { replyTo }));
  if (Array.isArray(attachments)) {
    for (const [at, one] of attachments.slice(0, 20).entries())
      issues.push(...attachmentIssues(one, `/attachments/${at}`));
  }
  if (Array.isArray(tags)) {
    for (const [at, tag] of tags.slice(0, 50).entries()) {
      if (!isObject(tag) || typeof tag.name !== 'string' || typeof tag.value !== 'string') continue;
      if ([...`${tag.name}:${tag.value}`].length > 256)
        issues.push({ path: `/tags/${at}`, message: 'must have at most 256 characters as name:value' });
    }
  }
  if (typeof scheduled_at === 'string' && parseInstant(scheduled_at) === null)
    issues.push({ path: '/scheduled_at', message: NO_INSTANT });
  return issues;
}

/** In a batch a message without a template has a subject that is not empty. */
function subjectIssues(body: unknown): Issue[] {
  if (!isObject(body) || body.subject !== '' || body.template !== undefined) return [];
  return [{ path: '/subject', message: 'must have at least 1 character' }];
}

const NO_INSTANT =
  'must be an ISO 8601 instant with Z or a numeric offset, up to the year 9999; relative times are refused';

function attachmentIssues(one: unknown, path: string): Issue[] {
  if (!isObject(one)) return [];
  const issues: Issue[] = [];
  const fault = one.content === undefined ? null : contentFault(one.content);
  if (fault !== null) issues.push({ path: `${path}/content`, message: fault });
  issues.push(...attachmentTypeIssues(one.content_type, `${path}/content_type`));
  const { content_id, inline_content_id } = one;
  if (content_id !== undefined && inline_content_id !== undefined && content_id !== inline_content_id)
    issues.push({ path: `${path}/inline_content_id`, message: 'must not differ from content_id' });
  return issues;
}

function requestOf(body: SendBody): EmailRequest {
  const { from, to, cc, bcc, reply_to, subject, html, text, template, scheduled_at } = body;
  return withRequestHash({
    from: mailboxesOf(from)[0] ?? from,
    to: mailboxesOf(to),
    cc: mailboxesOf(cc),
    bcc: mailboxesOf(bcc),
    subject: template === undefined ? (subject ?? null) : null,
    html: html ? givenText(html) : null,
    text: text ? givenText(text) : null,
    template:
      template === undefined
        ? null
        : { by: 'id', templateId: template.id.toLowerCase(), variables: jsonOf(template.variables) },
    ...takeReplyTo(body.headers ?? {}, mailboxesOf(reply_to)),
    attachments: (body.attachments ?? []).map(attachmentOf),
    tags: (body.tags ?? []).map(({ name, value }) => `${name}:${value}`),
    scheduledFor: scheduled_at === undefined ? null : instant(parseInstant(scheduled_at) ?? 0),
    batchId: null,
    messageStream: 'transactional',
    trackOpens: true,
    trackClicks: true,
  });
}

const jsonOf = (variables: object | undefined) =>
  variables === undefined ? null : givenText(JSON.stringify(variables));

function attachmentOf(one: SendAttachment): DraftAttachment {
  const contentId = one.content_id ?? one.inline_content_id ?? null;
  return {
    filename: one.filename,
    type: mediaTypeOf(one.filename, one.content_type),
    contentId,
    disposition: contentId === null ? 'attachment' : 'inline',
    content: decodedContent(one.content as AttachmentContent),
  };
}
