import MailComposer from 'nodemailer/lib/mail-composer';
import type { ComposedAttachment, Composer, HeaderMailbox, MessageContent } from '../../ports/composer.ts';

/** Above this share of bytes beyond ASCII, base64 is the shorter encoding of a text. */
const MOSTLY_FOREIGN = 1 / 6;

/** The composer on nodemailer, told to fetch nothing and to decide nothing by itself. */
export function mimeComposer(): Composer {
  return {
    compose(content) {
      const { html, text } = content;
      const composer = new MailComposer({
        messageId: content.messageId,
        date: new Date(content.dateMs),
        from: mailbox(content.from),
        to: content.to.map(mailbox),
        ...(content.cc.length > 0 && { cc: content.cc.map(mailbox) }),
        ...(content.replyTo.length > 0 && { replyTo: content.replyTo.map(mailbox) }),
        subject: content.subject,
        ...(text !== null && text !== '' && { text: textPart(text) }),
        ...(html !== null && html !== '' && { html: textPart(html) }),
        headers: content.headers.map(([key, value]) => ({ key, value })),
        attachments: content.attachments.map((one) => attachment(one, html !== null && html !== '')),
        baseBoundary: content.boundarySeed,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return built(composer, content);
    },
  };
}

function built(composer: MailComposer, { subject }: MessageContent): Promise<Buffer> {
  const message = composer.compile();
  // An empty subject is still a subject; the composer would leave the header out.
  if (subject === '') message.setHeader('Subject', '');
  return message.build();
}

const mailbox = ({ name, address }: HeaderMailbox) => ({ name: name ?? '', address });

/**
 * A text with the line ends of the wire (RFC 2046, section 4.1.1), always encoded: so that no line is too long,
 * no space at a line's end is lost and nothing is left for a server on the way to rewrite.
 */
function textPart(text: string): { content: Buffer; contentTransferEncoding: string } {
  const content = Buffer.from(text.replace(/\r\n|\r|\n/g, '\r\n'));
  let foreign = 0;
  for (const byte of content) if (byte > 0x7e) foreign++;
  const encoding = foreign > content.length * MOSTLY_FOREIGN ? 'base64' : 'quoted-printable';
  return { content, contentTransferEncoding: encoding };
}

function attachment(one: ComposedAttachment, besideHtml: boolean) {
  const { filename, content, contentId, disposition } = one;
  // Only what the html shows belongs to it; another part may have an id and still be a file of its own.
  const related = contentId !== null && disposition === 'inline' && besideHtml;
  const contentType = partType(one);
  return {
    filename,
    content,
    contentType,
    contentDisposition: disposition,
    contentTransferEncoding: /^message\//i.test(contentType) ? '7bit' : 'base64',
    ...(related && { cid: contentId }),
    ...(contentId !== null && !related && { headers: { 'Content-ID': `<${contentId}>` } }),
  };
}

const TOKEN = "[A-Za-z0-9!#$%&'*+.^_`{|}~-]+";
const MEDIA_TYPE = new RegExp(
  `^${TOKEN}/${TOKEN}(?:\\s*;\\s*${TOKEN}=(?:${TOKEN}|"[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]*"))*$`,
);

/** The type as given, unless the part would then not be the bytes it is: those go as plain bytes. */
function partType({ type, content }: ComposedAttachment): string {
  const given = type.trim();
  if (!MEDIA_TYPE.test(given) || /^multipart\//i.test(given)) return 'application/octet-stream';
  // A message inside a message cannot be encoded (RFC 2046, section 5.2.1), so it must need no encoding.
  if (/^message\//i.test(given) && !needsNoEncoding(content)) return 'application/octet-stream';
  return given;
}

const LONGEST_LINE = 998;

function needsNoEncoding(content: Buffer): boolean {
  let line = 0;
  for (let at = 0; at < content.length; at++) {
    const byte = content[at];
    if (byte === undefined || byte === 0 || byte > 0x7e) return false;
    if (byte === 0x0a) return false;
    if (byte !== 0x0d) {
      if (++line > LONGEST_LINE) return false;
      continue;
    }
    if (content[++at] !== 0x0a) return false;
    line = 0;
  }
  return true;
}
