const ATOM = String.raw`[^\s<>@"'()[\],;:]{1,128}`;
/** What stands before and after an `@`. */
const LOCAL = new RegExp(String.raw`(?:"[^"\n\\]{1,64}"|${ATOM}(?:'${ATOM}){0,2})$`, 'u');
const DOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}._-]{0,251}[\p{L}\p{N}])?/u;

/** What gateways write before an address: `SMTP=bob@b.example` (X.400). */
const TYPE = /^(?:smtp|rfc-?822|internet)=/i;
/** X.400 has no `@` (RFC 2156, section 4.1). */
const X400_AT = /((?:smtp|rfc-?822|internet)=[^\s;:()]{1,64})\(a\)/gi;
/** RFC 6533, section 3. */
const EMBEDDED_CODE_POINT = /\\x\{(10[0-9a-f]{4}|[0-9a-f]{1,5})\}/gi;
const QUOTED_DOT_ATOM = /^"([^\s<>@"'()[\],;:.\\]{1,64}(?:\.[^\s<>@"'()[\],;:.\\]{1,64}){0,8})"$/;

/**
 * The addresses in a text or field, in any of the forms of reports: `rfc822; <bob@b.example>`, `@relay:bob@b.example`,
 * `"bob"@b.example`, which is `bob@b.example` (RFC 5321, section 4.1.2). `@relay` is none.
 */
export function mailboxesIn(text: string): readonly string[] {
  const plain = text
    .replace(X400_AT, '$1@')
    .replace(EMBEDDED_CODE_POINT, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  const found: string[] = [];
  let end = -1;
  // From `@` to `@`: a pattern that looks for the local part anywhere takes long for long words.
  for (let at = plain.indexOf('@'); at >= 0; at = plain.indexOf('@', at + 1)) {
    const local = LOCAL.exec(plain.slice(Math.max(0, at - 200), at))?.[0].replace(TYPE, '') ?? '';
    const domain = DOMAIN.exec(plain.slice(at + 1, at + 256))?.[0] ?? '';
    if (local === '' || domain === '' || at === end) continue;
    end = at + 1 + domain.length;
    found.push(`${local.replace(QUOTED_DOT_ATOM, '$1')}@${domain}`);
  }
  return found;
}

/** The address of a field of a delivery status, without comments (RFC 5322, section 3.2.2); none where there is none. */
export function mailboxOfField(field: string): readonly string[] {
  const last = mailboxesIn(field.replace(/\((?!a\))[^()]{0,320}\)/g, ' ')).at(-1);
  return last === undefined ? [] : [last.slice(0, 320)];
}
