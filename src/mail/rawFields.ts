import { textOfBytes } from './textOfBytes.ts';

/** A field as it stands in a header: its value with its foldings, and bytes as Latin-1 characters. */
export interface RawField {
  readonly name: string;
  readonly value: string;
}

/**
 * The fields of a header from `start` up to the first empty line, and where the content begins. Lines that are no field
 * are left out.
 */
export function rawFields(
  raw: Buffer,
  start: number,
  to: number,
): { readonly fields: RawField[]; readonly bodyAt: number } {
  const isEmpty = raw.toString('latin1', start, Math.min(start + 2, to)) === '\r\n';
  const found = isEmpty ? start - 2 : raw.indexOf('\r\n\r\n', start);
  const isEnded = found >= 0 && found + 4 <= to;
  const head = raw.toString('latin1', start, isEnded ? Math.max(found, start) : to);
  const fields = head.split(/\r\n(?![ \t])/).flatMap((line) => {
    const [whole = '', name] = /^([!-9;-~]+)[ \t]*:/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, value: line.slice(whole.length).replace(/\r\n$/, '') }];
  });
  return { fields, bodyAt: isEnded ? found + 4 : to };
}

/** The text of the first field of a name; undefined where there is none. */
export function fieldText(fields: readonly RawField[], name: string): string | undefined {
  const found = fields.find((field) => field.name.toLowerCase() === name);
  return found && textOfField(found);
}

/** A field's value in one line (RFC 5322, section 2.2.3); bytes beyond ASCII are UTF-8, else windows-1252. */
export function textOfField({ value }: RawField): string {
  const line = value.replace(/\r\n(?=[ \t])/g, '').trim();
  return /^[\0-\x7f]*$/.test(line) ? line : textOfBytes(Buffer.from(line, 'latin1'));
}
