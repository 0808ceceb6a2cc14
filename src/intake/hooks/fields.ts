import { DELIVERY_ID_FIELD } from '../../events/headerNames.ts';

/** JSON of an unknown form. */
export type Json = unknown;

/** The value at a path of names; undefined when a step is missing. */
export function valueAt(value: Json, ...names: readonly string[]): Json {
  let at = value;
  for (const name of names) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, name))
      return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

/** The text at a path; empty when there is none. */
export function textAt(value: Json, ...names: readonly string[]): string {
  const found = valueAt(value, ...names);
  return typeof found === 'string' ? found : '';
}

/** The number at a path; null when there is none. */
export function numberField(value: Json, ...names: readonly string[]): number | null {
  const found = valueAt(value, ...names);
  return typeof found === 'number' ? found : null;
}

/** The members of the list at a path, all of them: the body is bounded. A single value counts as a list of one. */
export function listAt(value: Json, ...names: readonly string[]): readonly Json[] {
  const found = valueAt(value, ...names);
  if (found === undefined || found === null) return [];
  return Array.isArray(found) ? found : [found];
}

export function textsAt(value: Json, ...names: readonly string[]): readonly string[] {
  return listAt(value, ...names).filter((one) => typeof one === 'string');
}

/** Whether a header field of the message names it: its Message-ID, and the service's own. */
export const isIdField = (name: string) => ID_FIELDS.includes(name.toLowerCase());
const ID_FIELDS = ['message-id', DELIVERY_ID_FIELD.toLowerCase()];

/** A Message-ID without its angle brackets. */
export function bareMessageId(text: string): string {
  return text.replace(/[<>\s]/g, '');
}
