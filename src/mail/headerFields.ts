/** The fields of a header (RFC 5322, section 2.2), by name in lower case, each unfolded into one line. */
export type HeaderFields = ReadonlyMap<string, readonly string[]>;

/** Bounds of the part of a header that is read: real headers are far smaller. */
const MAX_FIELDS = 500;
const MAX_CHARS = 4_000;
const MAX_HEADER_CHARS = 200_000;

/** The header at the beginning of a text, up to the first empty line. Lines that are no field are skipped. */
export function headerFields(text: string): HeaderFields {
  const fields = new Map<string, string[]>();
  const [head = ''] = text.slice(0, MAX_HEADER_CHARS).split(/(?:^|\r?\n)\r?\n/, 1);
  let count = 0;
  for (const line of head.split(/\r?\n(?![ \t])/)) {
    const [, name, value = ''] = /^([!-9;-~]{1,100})[ \t]*:(.*)$/s.exec(line) ?? [];
    if (name === undefined) continue;
    if (++count > MAX_FIELDS) break;
    const unfolded = value
      .slice(0, MAX_CHARS)
      .split('\n')
      .map((one) => one.trim());
    const key = name.toLowerCase();
    fields.set(key, [...(fields.get(key) ?? []), unfolded.join(' ')]);
  }
  return fields;
}

/** Groups of fields with empty lines between them, the format of reports (RFC 3464, section 2.1). */
export function fieldGroups(text: string): readonly HeaderFields[] {
  const groups = text.slice(0, MAX_HEADER_CHARS).split(/\r?\n[ \t]*(?=\r?\n)/, MAX_FIELDS);
  return groups.map((group) => headerFields(group.replace(/^\r?\n/, ''))).filter(({ size }) => size > 0);
}

/** A field's first value, empty when there is none. */
export function fieldOf(fields: HeaderFields, name: string): string {
  return fields.get(name)?.[0] ?? '';
}
