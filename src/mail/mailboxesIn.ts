const LOCAL = String.raw`"[^"\n\\]{1,64}"|[^\s<>@"'()[\],;:]{1,64}(?:'[^\s<>@"'()[\],;:]{1,64}){0,2}`;
const DOMAIN = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}._-]{0,251}[\p{L}\p{N}])?`;
const MAILBOX = new RegExp(`(${LOCAL})@(${DOMAIN})`, 'gu');

/** What gateways write before an address: `SMTP=bob@b.example` (X.400). */
const TYPE = /^(?:smtp|rfc-?822|internet)=/i;
/** X.400 has no `@` (RFC 2156, section 4.1). */
const X400_AT = /((?:smtp|rfc-?822|internet)=[^\s;:()]{1,64})\(a\)/gi;
/** RFC 6533, section 3. */
const EMBEDDED_CODE_POINT = /\\x\{(10[0-9a-f]{4}|[0-9a-f]{1,5})\}/gi;
const DOT_ATOM = /^[^\s<>@"'()[\],;:.\\]+(?:\.[^\s<>@"'()[\],;:.\\]+)*$/;

/**
 * The addresses in a text or field, in any of the forms of reports: `rfc822; <bob@b.example>`, `@relay:bob@b.example`,
 * `"bob"@b.example`, which is `bob@b.example` (RFC 5321, section 4.1.2). `@relay` is none.
 */
export function mailboxesIn(text: string): readonly string[] {
  const plain = text
    .replace(X400_AT, '$1@')
    .replace(EMBEDDED_CODE_POINT, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return [...plain.matchAll(MAILBOX)].flatMap(([, given = '', domain = '']) => {
    const local = given.replace(TYPE, '');
    const inner = local.slice(1, -1);
    return local === '' ? [] : [`${local.startsWith('"') && DOT_ATOM.test(inner) ? inner : local}@${domain}`];
  });
}

/** The address of a field of a delivery status, without comments (RFC 5322, section 3.2.2); none where there is none. */
export function mailboxOfField(field: string): readonly string[] {
  const found = mailboxesIn(
    field.replace(/\([^()]{0,320}\)(?!@)/g, (comment) => (comment === '(a)' ? comment : ' ')),
  );
  const last = found.at(-1);
  return last === undefined ? [] : [last.slice(0, 320)];
}
