import { type DraftAttachment, type EmailRequest, withRequestHash } from '../../commands/email/emailDraft.ts';
import { givenText } from '../../commands/kernel/storedText.ts';
import { instant } from '../../ports/clock.ts';
import { mediaTypeOf } from '../emails/mediaType.ts';
import type { BodyReader } from '../reading/reader.ts';
import { type AttachmentContent, decodedContent } from './attachments.ts';
import type { BodyOf } from './fieldTable.ts';
import { mailboxOf, takeReplyTo } from './mailboxes.ts';
import { mailSendFields } from './mailSendFields.ts';
import { mailSendRuleIssues } from './mailSendRules.ts';
import { requestReader } from './readFields.ts';

type MailSendBody = BodyOf<typeof mailSendFields>;
type MailSendAttachment = NonNullable<MailSendBody['attachments']>[number];
type Headers = Readonly<Record<string, string>>;

/** A message that a personalization asks for, and the field that its time came from. */
export interface PersonalMessage {
  readonly request: EmailRequest;
  readonly timePath: string;
}

const read = requestReader(mailSendFields, mailSendRuleIssues);

/** One message for each personalization, or everything that is wrong with the request. */
export const readMailSend: BodyReader<readonly PersonalMessage[]> = ({ value: sent, faults, inexact }) => {
  const { body, issues } = read(sent);
  const all = [...faults, ...inexact(), ...issues];
  return all.length > 0 ? { issues: all } : { value: messagesOf(body as MailSendBody) };
};

function messagesOf(body: MailSendBody): PersonalMessage[] {
  const replyTo = [...(body.reply_to === undefined ? [] : [body.reply_to]), ...(body.reply_to_list ?? [])];
  const part = (type: string) => body.content?.find((one) => one.type === type)?.value || null;
  const { click_tracking, open_tracking } = body.tracking_settings ?? {};
  const shared = {
    from: mailboxOf(body.from),
    html: textOf(part('text/html')),
    text: textOf(part('text/plain')),
    attachments: (body.attachments ?? []).map(attachmentOf),
    tags: body.categories ?? [],
    batchId: null,
    messageStream: 'transactional',
    trackOpens: open_tracking?.enable ?? true,
    trackClicks: click_tracking?.enable ?? true,
  } as const;
  return body.personalizations.map((one, at) => {
    const { template_id: templateId } = body;
    const variables =
      one.dynamic_template_data === undefined ? null : givenText(JSON.stringify(one.dynamic_template_data));
    const sendAt = one.send_at ?? body.send_at;
    const request: EmailRequest = withRequestHash({
      ...shared,
      to: one.to.map(mailboxOf),
      cc: (one.cc ?? []).map(mailboxOf),
      bcc: (one.bcc ?? []).map(mailboxOf),
      subject: templateId === undefined ? (one.subject ?? body.subject ?? null) : null,
      template:
        templateId === undefined ? null : { by: 'id', templateId: templateId.toLowerCase(), variables },
      ...takeReplyTo(mergedHeaders(body.headers ?? {}, one.headers ?? {}), replyTo.map(mailboxOf)),
      scheduledFor: sendAt === undefined ? null : instant(sendAt * 1_000),
    });
    return { request, timePath: one.send_at === undefined ? '/send_at' : `/personalizations/${at}/send_at` };
  });
}

const textOf = (text: string | null) => (text === null ? null : givenText(text));

/** The inner headers replace outer ones of the same name; letter case is ignored (RFC 5322, section 1.2.2). */
function mergedHeaders(outer: Headers, inner: Headers): Headers {
  const own = new Set(Object.keys(inner).map((name) => name.toLowerCase()));
  const others = Object.entries(outer).filter(([name]) => !own.has(name.toLowerCase()));
  return { ...Object.fromEntries(others), ...inner };
}

function attachmentOf(one: MailSendAttachment): DraftAttachment {
  const { filename, type, content_id, disposition, content } = one;
  return {
    filename,
    type: mediaTypeOf(filename, type),
    contentId: content_id ?? null,
    disposition: disposition ?? 'attachment',
    content: decodedContent(content as AttachmentContent),
  };
}
