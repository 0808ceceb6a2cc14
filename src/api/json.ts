import { isAscii, isUtf8 } from 'node:buffer';
import { type Issue, invalid } from '../commands/kernel/refusal.ts';
import { faultList } from './faultList.ts';
import { countMembers, hasTooManyValues, inexactNumbers, MAX_VALUES, repeatedNames } from './jsonScan.ts';
import { pointer } from './schemaIssues.ts';

/** Levels of arrays and objects that a body may nest. */
const MAX_DEPTH = 1_000;
/** A body shorter than this has no room for more levels: each costs an opening and a closing byte. */
const SHALLOW_BYTES = 2 * (MAX_DEPTH + 1);

/** A parsed request body. Its faults are listed; the body's reader decides what they mean. */
export interface ParsedJson {
  readonly value: unknown;
  /** Names that an object has twice, nesting beyond MAX_DEPTH, keys that could reach a prototype, lone surrogates and NUL characters. */
  readonly faults: readonly Issue[];
  /** Numbers that no double can hold exactly. */
  inexact(): readonly Issue[];
}

/** The body of a request without one. */
export const NO_BODY: ParsedJson = { value: undefined, faults: [], inexact: () => [] };

/** @throws Refusal `invalid`, when the bytes are not JSON in UTF-8 */
export function parseJson(bytes: Buffer): ParsedJson {
  const ascii = isAscii(bytes);
  if (!ascii && !isUtf8(bytes)) throw invalid('', 'is not JSON in UTF-8');
  if (hasTooManyValues(bytes))
    throw invalid('', `must not hold more than ${MAX_VALUES} texts, arrays and objects`);
  const text = bytes.toString(ascii ? 'latin1' : 'utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('', 'is not JSON');
  }
  // UTF-8 has no surrogates and JSON no bare control characters, so only escapes can produce them.
  const suspicious =
    bytes.length >= SHALLOW_BYTES ||
    text.includes('\\u') ||
    text.includes('__proto__') ||
    text.includes('prototype');
  const hostile = suspicious ? hostileParts(value) : [];
  // Parsing keeps the last of two members of one name: then there are fewer than were written.
  const isRepeated = !isTooDeep(hostile) && countMembers(text) !== membersOf(value);
  const faults = isRepeated ? [...hostile, ...repeatedNames(text)] : hostile;
  return { value, faults, inexact: () => (isTooDeep(hostile) ? [] : inexactNumbers(text)) };
}

/** Its fault is that of the whole body: no other is looked for, since each has a path as long as the nesting. */
const isTooDeep = ([first]: readonly Issue[]) => first?.path === '' && first.message === TOO_DEEP;
const TOO_DEEP = `must not nest more than ${MAX_DEPTH} levels`;

/** Members of all objects in the value. */
function membersOf(value: unknown): number {
  let members = 0;
  const left: unknown[] = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== 'object' || one === null) continue;
    const parts: readonly unknown[] = Array.isArray(one) ? one : Object.values(one);
    if (parts !== one) members += parts.length;
    for (const part of parts) if (typeof part === 'object' && part !== null) left.push(part);
  }
  return members;
}

/** A value in the body with the path to it, which is written out only when there is a fault to name. */
interface Place {
  readonly parent: Place | null;
  readonly step: string | number;
  /** The first step of the path. */
  readonly top: string | number;
  readonly value: object;
}

/** One level at a time: a body of any depth costs no stack. */
function hostileParts(body: unknown): readonly Issue[] {
  const found = faultList(Array.isArray(body));
  let level: Place[] = [];
  const topOf = (parent: Place | null, step: string | number) =>
    parent === null || parent.parent === null ? step : parent.top;
  const add = (parent: Place | null, step: string | number, message: string | null) => {
    if (message !== null) found.add(topOf(parent, step), () => pathTo(parent, step), message);
  };
  const look = (parent: Place | null, step: string | number, value: unknown, next: Place[]) => {
    if (typeof value === 'string') add(parent, step, textFault(value));
    else if (typeof value === 'object' && value !== null)
      next.push({ parent, step, top: topOf(parent, step), value });
  };
  look(null, '', body, level);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return [{ path: '', message: TOO_DEEP }];
    const next: Place[] = [];
    for (const place of level) {
      if (Array.isArray(place.value)) {
        const { length } = place.value;
        for (let at = 0; at < length && !found.isFull(); at++) look(place, at, place.value[at], next);
      } else {
        for (const [key, part] of Object.entries(place.value)) {
          const fault = textFault(key);
          const named = fault === null ? null : `is a key that ${fault}`;
          const message = isPrototypePath(key, part) ? 'is not an allowed key' : named;
          add(place, key, message);
          look(place, key, part, next);
        }
      }
      if (found.isFull()) return found.issues;
    }
    level = next;
  }
  return found.issues;
}

function pathTo(parent: Place | null, step: string | number): string {
  const steps: (string | number)[] = [];
  for (let at: Place | null = parent, own = step; at !== null; own = at.step, at = at.parent)
    steps.unshift(own);
  return steps.reduce<string>(pointer, '');
}

function isPrototypePath(key: string, part: unknown): boolean {
  const isObject = typeof part === 'object' && part !== null;
  return key === '__proto__' || (key === 'constructor' && isObject && Object.hasOwn(part, 'prototype'));
}

function textFault(text: string): string | null {
  if (text.includes('\0')) return 'must not contain a NUL character';
  return /\p{Surrogate}/u.test(text) ? 'must not contain a lone surrogate' : null;
}
