import type { ComposedMessage, Composer, HeaderField, MessageContent } from '../../ports/composer.ts';
import { bodyParts, HTML_HOLE } from './bodyParts.ts';
import { mailboxField, textField, tokenField } from './headerFields.ts';
import { encodedText, textEncoding } from './transferEncoding.ts';

/** Writes messages down by RFC 5322 and RFC 2045 to 2049. No line of them is longer than 998 octets, all are ASCII. */
export function mimeComposer(): Composer {
  return {
    async compose(content) {
      const html = content.html === '' ? null : content.html;
      const text = content.text === '' ? null : content.text;
      const encoding = textEncoding(html ?? '');
      const head = Buffer.from(headOf(content));
      const pieces = await bodyParts({ ...content, html, text }, encoding);
      const encoded = remembering((own: string) => encodedText(own, encoding));
      const message: ComposedMessage = {
        copy: ({ html: own, headers }) =>
          Buffer.concat([
            head,
            Buffer.from(fieldsOf(headers)),
            ...pieces.map((piece) => (piece === HTML_HOLE ? encoded(own ?? html ?? '') : piece)),
          ]),
      };
      return message;
    },
  };
}

function headOf({ messageId, dateMs, from, to, cc, replyTo, subject, headers }: MessageContent): string {
  return [
    mailboxField('From', [from]),
    mailboxField('To', to),
    ...(cc.length > 0 ? [mailboxField('Cc', cc)] : []),
    ...(replyTo.length > 0 ? [mailboxField('Reply-To', replyTo)] : []),
    textField('Subject', subject),
    tokenField('Message-ID', messageId),
    tokenField('Date', new Date(dateMs).toUTCString().replace('GMT', '+0000')),
    fieldsOf(headers),
    tokenField('MIME-Version', '1.0'),
  ].join('');
}

const fieldsOf = (headers: readonly HeaderField[]) =>
  headers.map(([name, value]) => textField(name, value)).join('');

/** Recipients whose html is the same share its encoding. */
function remembering(make: (text: string) => Buffer): (text: string) => Buffer {
  let last: { readonly text: string; readonly made: Buffer } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, made: make(text) };
    return last.made;
  };
}
