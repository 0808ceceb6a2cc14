import type { Issue } from '../commands/kernel/refusal.ts';
import { pointer } from './schemaIssues.ts';

/** Issues listed at most. */
const MAX_FAULTS = 100;
/** Shorter numbers without an exponent are kept to the digit by a double (15 decimal digits always are). */
const SUSPICIOUS = /[0-9][0-9.]{15}|[0-9][eE][+-]?[0-9]/;
const NUMBER = /-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

/**
 * The numbers of a JSON text that would come out as others: a double keeps 15 to 17 digits and nothing above 1.8e308
 * (RFC 8259, section 6). The text must be JSON already.
 */
export function inexactNumbers(json: string): Issue[] {
  if (!SUSPICIOUS.test(json)) return [];
  const issues: Issue[] = [];
  /** The steps to where the reading is; an array's is its index, an object's its latest key. */
  const steps: (number | string)[] = [];
  let expectsKey = false;
  let at = 0;
  while (at < json.length && issues.length < MAX_FAULTS) {
    const character = json[at] ?? '';
    if (character === '"') {
      const end = endOfString(json, at);
      if (expectsKey) steps[steps.length - 1] = JSON.parse(json.slice(at, end)) as string;
      expectsKey = false;
      at = end;
    } else if (character === '-' || (character >= '0' && character <= '9')) {
      NUMBER.lastIndex = at;
      const [number = character] = NUMBER.exec(json) ?? [];
      if (number.length > 15 || /e/i.test(number)) {
        if (!isKept(number)) issues.push({ path: steps.reduce<string>(pointer, ''), message: FAULT });
      }
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
  return issues;
}

const FAULT = 'is a number that would lose digits; send it as a text';

/** Past the closing quote: one that no odd number of backslashes stands before. */
function endOfString(json: string, start: number): number {
  let quote = json.indexOf('"', start + 1);
  for (; quote > 0; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return json.length;
}

function isKept(number: string): boolean {
  const value = Number(number);
  return Number.isFinite(value) && decimal(number) === decimal(String(value));
}

/** Significant digits and the power of ten behind them, so that equal values are equal texts. */
function decimal(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}
