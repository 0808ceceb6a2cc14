import type { Issue } from '../commands/kernel/refusal.ts';
import { faultList } from './faultList.ts';
import { pointer } from './schemaIssues.ts';

/** Texts, names, arrays and objects that one body may hold: each takes several times its bytes once it is parsed. */
export const MAX_VALUES = 20_000_000;

export interface ValueBounds {
  readonly maxValues?: number;
}

const QUOTE = 0x22;
const ARRAY = 0x5b;
const OBJECT = 0x7b;

/**
 * Whether a JSON text holds more values than may be parsed, without parsing it: a body of the largest allowed size, made
 * of empty arrays, would take more memory than a process has. Numbers are not counted, since a list of bytes has many.
 */
export function hasTooManyValues(json: Buffer, bounds: ValueBounds = {}): boolean {
  const { maxValues: max = MAX_VALUES } = bounds;
  // A value takes two bytes at least, so a short body needs no scan.
  if (json.length < 2 * max) return false;
  let values = 0;
  for (let at = 0; at < json.length && values <= max; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) {
      values += 1;
      at = closingQuote(json, at);
    } else if (byte === ARRAY || byte === OBJECT) values += 1;
  }
  return values > max;
}

/** The first quote that is not escaped, that is: not after an odd number of backslashes. The end where there is none. */
function closingQuote(json: Buffer | string, opening: number): number {
  const [quote, backslash] = typeof json === 'string' ? ['"', '\\'] : [QUOTE, 0x5c];
  const next = (at: number) => (json as Buffer).indexOf(quote as number, at + 1);
  for (let found = next(opening); found > 0; found = next(found)) {
    let backslashes = 0;
    while (json[found - 1 - backslashes] === backslash) backslashes++;
    if (backslashes % 2 === 0) return found;
  }
  return json.length;
}

/** Members that the objects of a JSON text have as they are written: names that are given twice count twice. */
export function countMembers(json: string): number {
  let members = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') at = closingQuote(json, at);
    else if (character === ':') members += 1;
  }
  return members;
}

/** A text that is no array begins with another character, after whitespace. */
const isArrayText = (json: string) => /^\s*\[/.test(json);

/** Names that an object of a JSON text has twice (RFC 8259, section 4: what it means is anyone's guess). */
export function repeatedNames(json: string): readonly Issue[] {
  const found = faultList(isArrayText(json));
  /** The names of each object around the current place, null for an array; and the steps to that place. */
  const around: (Set<string> | null)[] = [];
  const steps: (number | string)[] = [];
  let expectsName = false;
  for (let at = 0; at < json.length && !found.isFull(); at++) {
    const character = json[at];
    const names = around.at(-1);
    if (character === '"') {
      const end = closingQuote(json, at);
      if (expectsName && names) {
        const name = JSON.parse(json.slice(at, end + 1)) as string;
        steps[steps.length - 1] = name;
        if (names.has(name)) found.add(steps[0], () => steps.reduce<string>(pointer, ''), 'is given twice');
        names.add(name);
      }
      expectsName = false;
      at = end;
    } else if (character === '{' || character === '[') {
      around.push(character === '{' ? new Set() : null);
      steps.push(character === '{' ? '' : 0);
      expectsName = character === '{';
    } else if (character === '}' || character === ']') {
      around.pop();
      steps.pop();
    } else if (character === ',') {
      const last = steps.at(-1);
      if (typeof last === 'number') steps[steps.length - 1] = last + 1;
      expectsName = names !== null;
    }
  }
  return found.issues;
}

const FAULT = 'is a number that would lose digits; send it as a text';
/** A double holds every digit of shorter numbers without an exponent (15 decimal digits always fit). */
const SUSPICIOUS = /[0-9][0-9.]{15}|[0-9][eE][+-]?[0-9]/;
const NUMBER = /-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

/**
 * The numbers of a JSON text that would change when they are parsed: a double holds 15 to 17 digits and nothing above
 * 1.8e308 (RFC 8259, section 6). The text must be JSON already.
 */
export function inexactNumbers(json: string): readonly Issue[] {
  if (!SUSPICIOUS.test(json)) return [];
  const found = faultList(isArrayText(json));
  /** The steps to the current place: the index within an array, the latest key within an object. */
  const steps: (number | string)[] = [];
  let expectsKey = false;
  let at = 0;
  while (at < json.length && !found.isFull()) {
    const character = json[at] ?? '';
    if (character === '"') {
      const end = closingQuote(json, at) + 1;
      if (expectsKey) steps[steps.length - 1] = JSON.parse(json.slice(at, end)) as string;
      expectsKey = false;
      at = end;
    } else if (character === '-' || (character >= '0' && character <= '9')) {
      NUMBER.lastIndex = at;
      const [number = character] = NUMBER.exec(json) ?? [];
      const mayLoseDigits = number.length > 15 || /e/i.test(number);
      if (mayLoseDigits && !isExact(number))
        found.add(steps[0], () => steps.reduce<string>(pointer, ''), FAULT);
      at += number.length;
    } else {
      if (character === '{') steps.push('');
      else if (character === '[') steps.push(0);
      else if (character === '}' || character === ']') steps.pop();
      else if (character === ',') {
        const last = steps.at(-1);
        if (typeof last === 'number') steps[steps.length - 1] = last + 1;
      }
      if (character === '{' || character === ',') expectsKey = typeof steps.at(-1) === 'string';
      at += 1;
    }
  }
  return found.issues;
}

function isExact(number: string): boolean {
  const value = Number(number);
  return Number.isFinite(value) && decimal(number) === decimal(String(value));
}

/** Significant digits, then their power of ten, so that equal values are equal texts. */
function decimal(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}
