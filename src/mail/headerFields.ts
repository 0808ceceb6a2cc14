/** The fields of a header (RFC 5322, section 2.2), by name in lower case, each unfolded into one line. */
export type HeaderFields = ReadonlyMap<string, readonly string[]>;

/** Bounds of the part of a header that is read: real headers are far smaller. */
const MAX_FIELDS = 500;
const MAX_CHARS = 4_000;
const MAX_HEADER_CHARS = 200_000;

/** The header at the beginning of a text, up to the first empty line. Lines that are no field are skipped. */
export function headerFields(text: string): HeaderFields {
  return fieldsOfLines(text.slice(0, MAX_HEADER_CHARS).split(/\r?\n/));
}

/** Groups of fields with empty lines between them, the format of reports (RFC 3464, section 2.1). */
export function fieldGroups(text: string): readonly HeaderFields[] {
  const groups: HeaderFields[] = [];
  let lines: string[] = [];
  const end = () => {
    const fields = fieldsOfLines(lines);
    if (fields.size > 0 && groups.length < MAX_FIELDS) groups.push(fields);
    lines = [];
  };
  for (const line of text.slice(0, MAX_HEADER_CHARS).split(/\r?\n/)) {
    if (line.trim() === '') end();
    else lines.push(line);
  }
  end();
  return groups;
}

/** A field's first value, empty when there is none. */
export function fieldOf(fields: HeaderFields, name: string): string {
  return fields.get(name)?.[0] ?? '';
}

function fieldsOfLines(lines: readonly string[]): HeaderFields {
  const fields = new Map<string, string[]>();
  let values: string[] | null = null;
  let count = 0;
  for (const line of lines) {
    if (line === '') break;
    const last = values?.at(-1);
    if (/^[ \t]/.test(line)) {
      if (values !== null && last !== undefined && last.length < MAX_CHARS)
        values[values.length - 1] = `${last} ${line.trim()}`.slice(0, MAX_CHARS);
      continue;
    }
    const [, name, value = ''] = /^([!-9;-~]{1,100})[ \t]*:(.*)$/.exec(line) ?? [];
    values = null;
    if (name === undefined || count === MAX_FIELDS) continue;
    count += 1;
    values = fields.get(name.toLowerCase()) ?? [];
    values.push(value.slice(0, MAX_CHARS).trim());
    fields.set(name.toLowerCase(), values);
  }
  return fields;
}
