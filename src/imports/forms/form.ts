import { type Fields, fieldName } from '../fields.ts';

/** What a row says of an address; its time as it is written. */
export interface SuppressionRow {
  /** A word of the table in reasons.ts, or any text. */
  readonly reason: string;
  /** What else was said of it, for the readers of the log. */
  readonly detail: string;
  /** Since when it holds; '' where that is not said, or where the row's time is another one. */
  readonly since: string;
}

/** What a row says of a person; names as in `POST /v1/contacts`, and what is not said absent. */
export interface ContactRow {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly phone?: string;
  readonly subscribed?: boolean;
  readonly tags?: readonly string[];
  readonly custom_fields?: Readonly<Record<string, unknown>>;
}

/** How one provider writes its lists. Null: the row is of someone else, such as a subscriber in a list of unsubscribers. */
export interface ProviderForm {
  /** @param nowMs for entries that end by themselves */
  suppression(fields: Fields, nowMs: number): SuppressionRow | null;
  /** Absent: the provider keeps no contacts. */
  readonly contact?: (fields: Fields) => ContactRow | null;
}

/** Texts that are there, without the others. */
export const given = (row: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(row).filter(([, text]) => text !== ''));

/** A list, or a text of values between commas or bars. */
export function tagsIn(value: unknown): { readonly tags?: readonly string[] } {
  const texts = Array.isArray(value)
    ? value.map(String)
    : typeof value === 'string'
      ? value.split(/[,|]/)
      : [];
  const tags = texts.map((text) => text.trim().replace(/^"(.*)"$/, '$1')).filter((text) => text !== '');
  return tags.length === 0 ? {} : { tags: [...new Set(tags)] };
}

/** A JSON object, given as one or as its text; empty where it is neither. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  if (typeof value !== 'string' || !value.trim().startsWith('{')) return {};
  try {
    return JSON.parse(value) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The first word of a name, and the rest of it. */
export function namesIn(name: string): Readonly<Record<string, string>> {
  const [first = '', ...rest] = name.split(/\s+/);
  return given({ first_name: first, last_name: rest.join(' ') });
}

/** The fields by other names than these, in the words of the file, and those of an object of them; without what is empty. */
export function customFields(
  { written }: Fields,
  known: readonly string[],
  ...objects: readonly unknown[]
): { readonly custom_fields?: Readonly<Record<string, unknown>> } {
  const others = [...objects.flatMap((one) => Object.entries(objectIn(one))), ...written].filter(
    ([name, value]) =>
      name.trim() !== '' && value !== '' && value !== null && !known.includes(fieldName(name)),
  );
  return others.length === 0 ? {} : { custom_fields: Object.fromEntries(others) };
}

/** `true`, `yes`, `1` and the like; null: it is not said. */
export function yesOrNo(text: string): boolean | null {
  if (/^(true|yes|y|1|subscribed|enabled|active)$/i.test(text)) return true;
  return /^(false|no|n|0|unsubscribed|disabled|blocklisted|blacklisted|cleaned)$/i.test(text) ? false : null;
}
