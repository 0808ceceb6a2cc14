/** The values of a row by their names, as any program may have written them: `Email Address` is `emailaddress`. */
export interface Fields {
  /** The first of these that is no empty text; '' where none is. */
  text(...names: readonly string[]): string;
  /** Whether the row, or the head of its file, has a field of the name. */
  has(name: string): boolean;
  /** As it was given: a list, an object, a number. */
  value(name: string): unknown;
  /** All fields with the names as they were written. */
  readonly written: readonly (readonly [name: string, value: unknown])[];
}

export const fieldName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}@]/gu, '');

/** Of a name and a value each; of an object the values within it too, under both names: `reason.code` is `reasoncode`. */
export function rowFields(written: Fields['written']): Fields {
  const values = new Map<string, unknown>();
  const add = (name: string, value: unknown, depth: number) => {
    const key = fieldName(name);
    if (!values.has(key) || values.get(key) === '') values.set(key, value);
    if (depth < 2 && typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [inner, one] of Object.entries(value)) add(`${name}.${inner}`, one, depth + 1);
  };
  for (const [name, value] of written) add(name, value, 0);
  const textOf = (value: unknown) =>
    typeof value === 'string'
      ? value.trim()
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : '';
  return {
    text: (...names) => names.map((name) => textOf(values.get(name))).find((text) => text !== '') ?? '',
    has: (name) => values.has(name),
    value: (name) => values.get(name),
    written,
  };
}
