// src/adapters/mime/composer.ts
import { bodyParts, HTML_PLACE, TEXT_PLACE } from "./bodyParts.js";
import { mailboxField, textField, tokenField } from "./headerFields.js";
import { encodedText, textEncoding } from "./transferEncoding.js";
function mimeComposer() {
  return {
    async compose(content) {
      const html = content.html === "" ? null : content.html;
      const text = content.text === "" ? null : content.text;
      const encodings = { html: textEncoding(html ?? ""), text: textEncoding(text ?? "") };
      const head = Buffer.from(headOf(content));
      const pieces = await bodyParts({ ...content, html, text }, encodings);
      const encodedHtml = withLastCached((own) => encodedText(own, encodings.html));
      const encodedPlain = withLastCached((own) => encodedText(own, encodings.text));
      const message = {
        copy(own) {
          const written = (piece) => {
            if (piece === HTML_PLACE) return encodedHtml(own.html ?? html ?? "");
            return piece === TEXT_PLACE ? encodedPlain(own.text ?? text ?? "") : piece;
          };
          return Buffer.concat([head, Buffer.from(fieldsOf(own.headers)), ...pieces.map(written)]);
        }
      };
      return message;
    }
  };
}
var NO_ONE_NAMED = "undisclosed-recipients:;";
function headOf({ messageId, dateMs, from, to, cc, replyTo, subject, headers }) {
  return [
    mailboxField("From", [from]),
    to.length > 0 ? mailboxField("To", to) : tokenField("To", NO_ONE_NAMED),
    ...cc.length > 0 ? [mailboxField("Cc", cc)] : [],
    ...replyTo.length > 0 ? [mailboxField("Reply-To", replyTo)] : [],
    textField("Subject", subject),
    tokenField("Message-ID", messageId),
    tokenField("Date", new Date(dateMs).toUTCString().replace("GMT", "+0000")),
    fieldsOf(headers),
    tokenField("MIME-Version", "1.0")
  ].join("");
}
var fieldsOf = (headers) => headers.map(([name, value]) => textField(name, value)).join("");
function withLastCached(make) {
  let last = null;
  return (text) => {
    if (last?.text !== text) last = { text, made: make(text) };
    return last.made;
  };
}
export {
  mimeComposer
};
//# sourceMappingURL=composer.js.map
