import type { Issue } from '../../commands/kernel/refusal.ts';
import { isUuid } from '../../events/fieldPatterns.ts';
import { attachmentTypeIssues, recipientsSizeIssues, WITH_TEMPLATE } from '../emails/emailRules.ts';
import { headerIssues } from '../emails/headerRules.ts';
import { isObject } from '../schemaIssues.ts';
import { contentFault } from './attachments.ts';
import { mailboxOf, senderIssues } from './mailboxes.ts';

const REPLY_TO = '/reply_to_list';

type Fields = Readonly<Record<string, unknown>>;

/** The rules of section 4.10 that a schema cannot express. Values that the form refuses are ignored. */
export function mailSendRuleIssues(body: unknown): Issue[] {
  if (!isObject(body)) return [];
  const { from, headers, attachments, template_id, tracking_settings } = body;
  const replyTo = [...texts([body.reply_to]), ...texts(body.reply_to_list)];
  const options = { replyTo };
  const issues = [
    ...senderIssues(from),
    ...headerIssues(headers, '/headers', options),
    ...contentIssues(body),
  ];
  if (typeof template_id === 'string') issues.push(...templateIssues(template_id));
  for (const [at, one] of objects(attachments, 20)) {
    const fault = one.content === undefined ? null : contentFault(one.content);
    if (fault !== null) issues.push({ path: `/attachments/${at}/content`, message: fault });
    issues.push(...attachmentTypeIssues(one.type, `/attachments/${at}/type`));
  }
  for (const [at, one] of objects(body.personalizations, 50)) {
    const path = `/personalizations/${at}`;
    issues.push(...headerIssues(one.headers, `${path}/headers`, options), ...subjectIssues(body, one, path));
    const recipients = { to: texts(one.to), cc: texts(one.cc), bcc: texts(one.bcc) };
    for (const issue of recipientsSizeIssues({ ...recipients, reply_to: replyTo }))
      if (issue.path !== '/reply_to') issues.push({ ...issue, path: `${path}${issue.path}` });
      else if (!issues.some((one) => one.path === REPLY_TO)) issues.push({ ...issue, path: REPLY_TO });
  }
  if (isObject(tracking_settings)) issues.push(...trackingIssues(tracking_settings));
  return issues;
}

function templateIssues(id: string): Issue[] {
  const path = '/template_id';
  const instead = 'create it with POST /v1/templates and give the id it answers';
  if (id.startsWith('d-')) return [{ path, message: `names a template of another provider: ${instead}` }];
  if (isUuid(id)) return [];
  return [{ path, message: `must be the id of a template of this service: ${instead}` }];
}

const MEDIA = ['text/plain', 'text/html'];

/** A template, or a text or html that is not empty; each part of the content at most once. */
function contentIssues({ template_id, subject, content }: Fields): Issue[] {
  const issues: Issue[] = [];
  if (template_id !== undefined) {
    if (subject !== undefined && subject !== '') issues.push({ path: '/subject', message: WITH_TEMPLATE });
    if (content !== undefined) issues.push({ path: '/content', message: WITH_TEMPLATE });
    return issues;
  }
  if (content !== undefined && !Array.isArray(content)) return [];
  const seen = new Set<string>();
  for (const [at, { type }] of objects(content, 100)) {
    if (typeof type !== 'string') continue;
    const path = `/content/${at}/type`;
    if (!MEDIA.includes(type))
      issues.push({ path, message: 'must be text/plain or text/html; send other parts as attachments' });
    else if (seen.has(type)) issues.push({ path, message: `is there twice: ${type} is sent once` });
    seen.add(type);
  }
  const hasText = objects(content, 100).some(([, { value }]) => typeof value !== 'string' || value !== '');
  if (!hasText)
    issues.push({ path: '/content', message: 'is required without a template, and must not be empty' });
  return issues;
}

function subjectIssues({ template_id, subject }: Fields, one: Fields, path: string): Issue[] {
  const own = one.subject;
  const isMissing = own === undefined && subject === undefined;
  const isExtra = own !== undefined && own !== '';
  if (template_id !== undefined) return isExtra ? [{ path: `${path}/subject`, message: WITH_TEMPLATE }] : [];
  const message = 'or the subject of the request is required without a template';
  return isMissing ? [{ path: `${path}/subject`, message }] : [];
}

function trackingIssues({ click_tracking: clicks, open_tracking: opens }: Fields): Issue[] {
  const issues: Issue[] = [];
  const refuse = (path: string, message: string) =>
    issues.push({ path: `/tracking_settings/${path}`, message: `is refused. ${message}` });
  if (isObject(clicks) && clicks.enable !== false && clicks.enable_text === true)
    refuse('click_tracking/enable_text', 'Links in the text part are not tracked: leave it out.');
  const tag = isObject(opens) && opens.enable !== false ? opens.substitution_tag : undefined;
  if (typeof tag === 'string' && tag !== '')
    refuse('open_tracking/substitution_tag', 'The service finds the place of the image: leave it out.');
  return issues;
}

/** The objects among the first elements of a list, with their places. */
function objects(value: unknown, max: number): [at: number, one: Fields][] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, max).flatMap((one, at): [number, Fields][] => (isObject(one) ? [[at, one]] : []));
}

/** Mailboxes as texts; their size counts too. */
const texts = (value: unknown) =>
  objects(value, 10_000).map(([, { email, name }]) =>
    mailboxOf({ email: typeof email === 'string' ? email : '', name: typeof name === 'string' ? name : '' }),
  );
