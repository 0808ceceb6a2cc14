import type { ComposedMessage, Composer, HeaderField, MessageContent } from '../../ports/composer.ts';
import { type BodyPiece, bodyParts, HTML_HOLE, TEXT_HOLE } from './bodyParts.ts';
import { mailboxField, textField, tokenField } from './headerFields.ts';
import { encodedText, textEncoding } from './transferEncoding.ts';

/** Writes messages down by RFC 5322 and RFC 2045 to 2049. No line of them is longer than 998 octets, all are ASCII. */
export function mimeComposer(): Composer {
  return {
    async compose(content) {
      const html = content.html === '' ? null : content.html;
      const text = content.text === '' ? null : content.text;
      const encodings = { html: textEncoding(html ?? ''), text: textEncoding(text ?? '') };
      const head = Buffer.from(headOf(content));
      const pieces = await bodyParts({ ...content, html, text }, encodings);
      const encodedHtml = remembering((own: string) => encodedText(own, encodings.html));
      const encodedWords = remembering((own: string) => encodedText(own, encodings.text));
      const message: ComposedMessage = {
        copy(own) {
          const written = (piece: BodyPiece) => {
            if (piece === HTML_HOLE) return encodedHtml(own.html ?? html ?? '');
            return piece === TEXT_HOLE ? encodedWords(own.text ?? text ?? '') : piece;
          };
          return Buffer.concat([head, Buffer.from(fieldsOf(own.headers)), ...pieces.map(written)]);
        },
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

/** Recipients whose words are the same share their encoding. */
function remembering(make: (text: string) => Buffer): (text: string) => Buffer {
  let last: { readonly text: string; readonly made: Buffer } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, made: make(text) };
    return last.made;
  };
}
