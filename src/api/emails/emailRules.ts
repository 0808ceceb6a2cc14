import { parseMailbox } from '../../commands/email/emailAddress.ts';
import { parseInstant } from '../../commands/kernel/parseInstant.ts';
import type { Issue } from '../../commands/kernel/refusal.ts';
import { isFileType } from '../../mail/mediaType.ts';
import { isObject } from '../schemaIssues.ts';
import { headerIssues } from './headerRules.ts';
import { mediaTypeOf } from './mediaType.ts';

/** Emails that one batch may hold (spec section 8). */
export const BATCH_MAX = 100;
/**
 * Bytes that all addresses of one message may take in its event: some 2,500 of usual length. What else a message may have in its
 * event leaves that much of an append free, so that a message that is taken is never too large for the log.
 */
export const RECIPIENTS_MAX_BYTES = 500_000;
/** What a recipient takes in the event besides its address, which is written there twice. */
const BYTES_BESIDES_ADDRESS = 150;

/**
 * The rules of section 2.1 that a schema cannot express. The body may have any shape: what the schema refuses is
 * ignored here, so that both together name every fault at once.
 */
export function emailRuleIssues(body: unknown, { needsText = true } = {}): Issue[] {
  if (!isObject(body)) return [];
  const { from, scheduled_for: scheduledFor, headers, attachments } = body;
  const templates = ['template_id', 'template_friendly_name'].filter((name) => body[name] !== undefined);
  const hasTemplate = templates.length > 0;
  const issues = hasTemplate || needsText ? contentIssues(body, { hasTemplate, emptyIsAbsent: false }) : [];
  if (templates.length === 2)
    issues.push({ path: '/template_friendly_name', message: 'must not be given together with template_id' });
  const stream = body.message_stream === 'broadcast' ? 'broadcast' : 'transactional';
  issues.push(...senderHeaderIssues(from));
  if (typeof scheduledFor === 'string' && parseInstant(scheduledFor) === null) {
    const message = 'must be an ISO 8601 instant with Z or a numeric offset, up to the year 9999';
    issues.push({ path: '/scheduled_for', message });
  }
  if (headers !== undefined) issues.push(...headerIssues(headers, '/headers', { stream }));
  if (Array.isArray(attachments) && attachments.length <= 20) {
    attachments.forEach((attachment: { content?: unknown; type?: unknown } | null, at) => {
      const message = typeof attachment?.content === 'string' ? base64Fault(attachment.content) : null;
      if (message !== null) issues.push({ path: `/attachments/${at}/content`, message });
      issues.push(...attachmentTypeIssues(attachment?.type, `/attachments/${at}/type`));
    });
  }
  return [...issues, ...recipientsSizeIssues(body)];
}

/** What is wrong with a body as a list of emails; null when it is one. */
export function batchFault(body: unknown): string | null {
  if (!Array.isArray(body)) return 'must be an array';
  if (body.length === 0) return 'must have at least 1 item';
  return body.length > BATCH_MAX ? `must have at most ${BATCH_MAX} items` : null;
}

/** A text that is no sender for a From header; other values are left to the schema. */
export function senderHeaderIssues(from: unknown): Issue[] {
  if (typeof from !== 'string' || from.length > 640 || parseMailbox(from) !== null) return [];
  return [{ path: '/from', message: 'must be an address, or a name and an address in angle brackets' }];
}

/** A body (subject with html or text) or a template: exactly one of both. */
export function contentIssues(
  fields: Readonly<Record<string, unknown>>,
  { hasTemplate, emptyIsAbsent }: { readonly hasTemplate: boolean; readonly emptyIsAbsent: boolean },
): Issue[] {
  const isEmpty = (name: string) => fields[name] === undefined || fields[name] === '';
  if (hasTemplate)
    return ['subject', 'html', 'text']
      .filter((name) => (emptyIsAbsent ? !isEmpty(name) : fields[name] !== undefined))
      .map((name) => ({ path: `/${name}`, message: WITH_TEMPLATE }));
  const issues: Issue[] = [];
  if (fields.subject === undefined)
    issues.push({ path: '/subject', message: 'is required without a template' });
  if (isEmpty('html') && isEmpty('text'))
    issues.push({ path: '/html', message: 'or text is required without a template, and must not be empty' });
  return issues;
}

export const WITH_TEMPLATE = 'must not be given together with a template';

/** Types whose content is elsewhere: a mail program would fetch it, or join it from several messages. */
const ELSEWHERE = /^message\/(?:partial|external-body)\s*(?:;|$)/i;

/** What is wrong with an attachment's media type, or what stands for one; other values are left to the schema. */
export function attachmentTypeIssues(type: unknown, path: string): Issue[] {
  if (typeof type !== 'string' || type === '') return [];
  if (ELSEWHERE.test(type))
    return [
      { path, message: 'must not be message/partial or message/external-body: send the content itself' },
    ];
  if (isFileType(mediaTypeOf('', type))) return [];
  return [
    {
      path,
      message: 'must be the media type of a file, such as application/pdf, with or without parameters',
    },
  ];
}

/** Names the field with the most addresses, when all four together are more than one event takes. */
export function recipientsSizeIssues(fields: Readonly<Record<string, unknown>>): Issue[] {
  let [largest, max, sum] = ['/to', 0, 0];
  for (const field of ['to', 'cc', 'bcc', 'reply_to']) {
    const list = fields[field];
    if (!Array.isArray(list)) continue;
    let bytes = 0;
    for (const one of list) {
      if (typeof one === 'string') bytes += 2 * jsonBytes(one) + BYTES_BESIDES_ADDRESS;
    }
    if (bytes > max) [largest, max] = [`/${field}`, bytes];
    sum += bytes;
  }
  if (sum <= RECIPIENTS_MAX_BYTES) return [];
  const who = largest === '/reply_to' ? 'addresses' : 'recipients';
  return [{ path: largest, message: `names too many ${who} for one message` }];
}

/** Of a text within its quotes. A quote in a name is escaped twice, in the header and in the event: half of that is here. */
const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;

/**
 * What is wrong with the content of an attachment; null when it decodes to at least one byte. It must be in the standard
 * alphabet (RFC 4648, section 4). Padding may be left out, and the line breaks of MIME are ignored. A lenient decoder
 * would drop anything else silently, so it is refused.
 */
export function base64Fault(text: string): string | null {
  const joined = text.includes('\n') || text.includes('\r') ? text.replace(/[\r\n]+/g, '') : text;
  let end = joined.length;
  while (end > 0 && joined.length - end < 3 && joined[end - 1] === '=') end--;
  const digits = joined.slice(0, end);
  const padding = joined.length - end;
  const isBase64 = digits.length > 0 && digits.length % 4 !== 1 && !/[^A-Za-z0-9+/]/.test(digits);
  const isPadded = padding === 0 || (digits.length + padding) % 4 === 0;
  return isBase64 && isPadded && padding <= 2 ? null : 'must be base64';
}
