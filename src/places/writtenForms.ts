/** A mail in JSON, whose parts are encoded again. */
const DEEPEST = 3;
const CONTROLS: Readonly<Record<string, string>> = { b: ' ', f: ' ', n: '\n', r: '\r', t: '\t' };

/** Each undoes one way of writing a text within another, and leaves what is not so written as it is. */
const DECODERS: readonly ((text: string) => string)[] = [
  (json) =>
    json.replace(/\\(?:u([0-9a-f]{4})|(["\\/bfnrt]))/gi, (_, hex, short) =>
      hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (CONTROLS[short] ?? short),
    ),
  (html) =>
    html.replace(/&#(x[0-9a-f]{1,5}|\d{1,6});/gi, (_, code) => String.fromCodePoint(Number(`0${code}`))),
  (url) => url.replace(/(?:%[0-9a-f]{2})+/gi, (run) => textOf(run.replaceAll('%', ''), 'hex')),
  // Quoted-printable (RFC 2045, section 6.7).
  (mail) =>
    mail
      .replace(/=[ \t]*\r?\n/g, '')
      .replace(/(?:=[0-9a-f]{2})+/gi, (run) => textOf(run.replaceAll('=', ''), 'hex')),
  // Of the base64 of a hash or a picture little is text.
  (mail) =>
    mail.replace(/[a-z0-9+/]{16,}(?:\r?\n[a-z0-9+/]+)*={0,2}/gi, (run) => {
      const text = textOf(run, 'base64');
      return text.split('\ufffd').length * 4 > text.length ? run : text;
    }),
];

const textOf = (bytes: string, encoding: 'hex' | 'base64') => Buffer.from(bytes, encoding).toString();

/** A text, and what it may be the written form of. Nothing is unpacked: a PDF or an archive stays what it is. */
export function writtenForms(text: string): readonly string[] {
  const found = new Set([text]);
  let last: readonly string[] = [text];
  for (let depth = 0; depth < DEEPEST; depth++) {
    last = last.flatMap((form) => DECODERS.map((decode) => decode(form))).filter((form) => !found.has(form));
    for (const form of last) found.add(form);
  }
  return [...found];
}
