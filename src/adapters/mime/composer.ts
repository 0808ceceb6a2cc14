import { type ComposedMessage, type Composer, dateText, type MessageContent } from '../../ports/composer.ts';
import { type BodyPiece, bodyParts, HTML_PLACE, TEXT_PLACE } from './bodyParts.ts';
import { headerFieldsOf, mailboxField, textField, tokenField } from './headerFields.ts';
import { keptMessage } from './keptMessage.ts';
import { encodedText, textEncoding } from './transferEncoding.ts';

/** Encodes messages by RFC 5322 and RFC 2045 to 2049. All lines are ASCII, and none is longer than 998 octets. */
export function mimeComposer(): Composer {
  return {
    async compose(content) {
      const html = content.html === '' ? null : content.html;
      const text = content.text === '' ? null : content.text;
      const encodings = { html: textEncoding(html ?? ''), text: textEncoding(text ?? '') };
      const head = Buffer.from(headOf(content));
      const pieces = await bodyParts({ ...content, html, text }, encodings);
      const encodedHtml = withLastCached((own: string) => encodedText(own, encodings.html));
      const encodedPlain = withLastCached((own: string) => encodedText(own, encodings.text));
      const message: ComposedMessage = {
        copy(own) {
          const written = (piece: BodyPiece) => {
            if (piece === HTML_PLACE) return encodedHtml(own.html ?? html ?? '');
            return piece === TEXT_PLACE ? encodedPlain(own.text ?? text ?? '') : piece;
          };
          return {
            raw: Buffer.concat([head, Buffer.from(headerFieldsOf(own.headers)), ...pieces.map(written)]),
          };
        },
      };
      return message;
    },
    keep: keptMessage,
  };
}

/** An empty group (RFC 5322, section 3.4): all recipients are hidden, or named in another field. */
const NO_ONE_NAMED = 'undisclosed-recipients:;';

function headOf({ messageId, dateMs, from, to, cc, replyTo, subject, headers }: MessageContent): string {
  return [
    mailboxField('From', [from]),
    to.length > 0 ? mailboxField('To', to) : tokenField('To', NO_ONE_NAMED),
    ...(cc.length > 0 ? [mailboxField('Cc', cc)] : []),
    ...(replyTo.length > 0 ? [mailboxField('Reply-To', replyTo)] : []),
    textField('Subject', subject),
    tokenField('Message-ID', messageId),
    tokenField('Date', dateText(dateMs)),
    headerFieldsOf(headers),
    tokenField('MIME-Version', '1.0'),
  ].join('');
}

/** Recipients with the same text share its encoding. */
function withLastCached(make: (text: string) => Buffer): (text: string) => Buffer {
  let last: { readonly text: string; readonly made: Buffer } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, made: make(text) };
    return last.made;
  };
}
