/** The fields of a header (RFC 5322, section 2.2), by name in lower case, each unfolded into one line. */
export type HeaderFields = ReadonlyMap<string, readonly string[]>;

/** Bounds of the part of a header that is read: real headers are far smaller. */
const MAX_FIELDS = 500;
const MAX_CHARS = 4_000;
const MAX_HEADER_CHARS = 200_000;

/** The header at the beginning of a text, up to the first empty line. Lines that are no field are skipped. */
export function headerFields(text: string): HeaderFields {
  const fields = new Map<string, string[]>();
  let count = 0;
  for (const field of text.slice(0, MAX_HEADER_CHARS).split(/\r?\n(?![ \t])/)) {
    if (field === '' || count === MAX_FIELDS) break;
    const [, name, value = ''] = /^([!-9;-~]{1,100})[ \t]*:(.*)$/s.exec(field) ?? [];
    if (name === undefined) continue;
    count += 1;
    const lines = value.split('\n').map((line) => line.trim());
    const values = fields.get(name.toLowerCase()) ?? [];
    fields.set(name.toLowerCase(), [...values, lines.join(' ').slice(0, MAX_CHARS)]);
  }
  return fields;
}

/** Groups of fields with empty lines between them, the format of reports (RFC 3464, section 2.1). */
export function fieldGroups(text: string): readonly HeaderFields[] {
  const groups = text.slice(0, MAX_HEADER_CHARS).split(/(?:^|\n)(?:[ \t\r]*\n)+/);
  return groups
    .map(headerFields)
    .filter(({ size }) => size > 0)
    .slice(0, MAX_FIELDS);
}

/** A field's first value, empty when there is none. */
export function fieldOf(fields: HeaderFields, name: string): string {
  return fields.get(name)?.[0] ?? '';
}
