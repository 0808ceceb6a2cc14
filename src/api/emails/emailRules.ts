import { parseMailbox } from '../../commands/email/emailAddress.ts';
import { parseInstant } from '../../commands/kernel/instantInput.ts';
import type { Issue } from '../../commands/kernel/refusal.ts';
import { base64Fault } from './base64.ts';
import { headerIssues } from './headerRules.ts';

/** Bytes that all recipients of one message may take in its event: some 2,500 addresses of usual length. */
export const RECIPIENTS_MAX_BYTES = 500_000;
/** What a recipient takes in the event beside its address, which stands there twice. */
const BYTES_BESIDE_ADDRESS = 150;

/**
 * The rules of section 2.1 that a schema cannot say. The body may be of any shape: what is not as the schema has it is
 * passed over here, so that both together name every fault at once.
 */
export function emailRuleIssues(body: unknown): Issue[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const fields = body as Readonly<Record<string, unknown>>;
  const issues = contentIssues(fields);
  const { from, scheduled_for: scheduledFor, headers, attachments } = fields;
  const stream = fields.message_stream === 'broadcast' ? 'broadcast' : 'transactional';
  if (typeof from === 'string' && from.length <= 640 && parseMailbox(from) === null)
    issues.push({ path: '/from', message: 'must be an address, or a name and an address in angle brackets' });
  if (typeof scheduledFor === 'string' && parseInstant(scheduledFor) === null) {
    const message = 'must be an ISO 8601 instant with Z or a numeric offset, up to the year 9999';
    issues.push({ path: '/scheduled_for', message });
  }
  if (headers !== undefined) issues.push(...headerIssues(headers, '/headers', { stream }));
  if (Array.isArray(attachments) && attachments.length <= 20) {
    attachments.forEach((attachment, at) => {
      const content: unknown = (attachment as { content?: unknown } | null)?.content;
      const message = typeof content === 'string' ? base64Fault(content) : null;
      if (message !== null) issues.push({ path: `/attachments/${at}/content`, message });
      const type: unknown = (attachment as { type?: unknown } | null)?.type;
      issues.push(...attachmentTypeIssues(type, `/attachments/${at}/type`));
    });
  }
  return [...issues, ...recipientsSizeIssues(fields)];
}

/** Types whose content is elsewhere: a reader would fetch it, or put it together from several messages. */
const ELSEWHERE = /^message\/(?:partial|external-body)\s*(?:;|$)/i;

/** What is wrong with an attachment's media type; whatever is none is passed over. */
export function attachmentTypeIssues(type: unknown, path: string): Issue[] {
  if (typeof type !== 'string' || !ELSEWHERE.test(type)) return [];
  return [{ path, message: 'must not be message/partial or message/external-body: send the content itself' }];
}

/** The field that names the most, when all three name more than one event takes. */
export function recipientsSizeIssues(fields: Readonly<Record<string, unknown>>): Issue[] {
  const [large, bytes] = recipientsSize(fields);
  if (bytes <= RECIPIENTS_MAX_BYTES) return [];
  return [{ path: large, message: 'names too many recipients for one message' }];
}

/** A body (subject with html or text) or a template, never both, never none. */
function contentIssues(fields: Readonly<Record<string, unknown>>): Issue[] {
  const has = (field: string) => fields[field] !== undefined;
  const template = ['template_id', 'template_friendly_name'].filter(has);
  if (template.length > 0) {
    const excluded = ['subject', 'html', 'text'].filter(has);
    const issues = excluded.map((field) => ({
      path: `/${field}`,
      message: 'must not be given beside a template',
    }));
    if (template.length === 2)
      issues.push({ path: '/template_friendly_name', message: 'must not be given beside template_id' });
    return issues;
  }
  const issues: Issue[] = [];
  if (!has('subject')) issues.push({ path: '/subject', message: 'is required without a template' });
  const isEmpty = (field: string) => !has(field) || fields[field] === '';
  if (isEmpty('html') && isEmpty('text'))
    issues.push({ path: '/html', message: 'or text is required without a template, and must not be empty' });
  return issues;
}

/** The field that names the most, and what all three take. */
function recipientsSize(fields: Readonly<Record<string, unknown>>): [path: string, bytes: number] {
  let [large, most, sum] = ['/to', 0, 0];
  for (const field of ['to', 'cc', 'bcc']) {
    const list = fields[field];
    if (!Array.isArray(list)) continue;
    let bytes = 0;
    for (const one of list) {
      if (typeof one === 'string') bytes += 2 * Buffer.byteLength(one) + BYTES_BESIDE_ADDRESS;
    }
    if (bytes > most) [large, most] = [`/${field}`, bytes];
    sum += bytes;
  }
  return [large, sum];
}
