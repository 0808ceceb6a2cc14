import type { Issue } from '../commands/kernel/refusal.ts';
import { beginningOf } from '../events/fieldPatterns.ts';

/** The part of JSON Schema that the schemas of requests and answers use. */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** By `Type.Refine`: what a pattern cannot say. */
  readonly '~refine'?: readonly { readonly check: (value: unknown) => boolean }[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** For people: what a text must be that does not match the pattern. */
  readonly mustBe?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

/** Issues listed at most: a refusal names enough to go on with, for any body. */
export const MAX_ISSUES = 1_000;

/** Every way in which the value breaks the schema. */
export function schemaIssues(schema: object, value: unknown): Issue[] {
  const issues: Issue[] = [];
  walk(schema as Schema, value, '', issues);
  return issues;
}

/** Characters of a name that a path repeats, and of a path in all: an answer stays small, also for very long names. */
const STEP_MAX = 200;
const PATH_MAX = 2_000;
const CUT = '…';

/** One step of a JSON Pointer (RFC 6901, section 3). Names and paths of great length are cut, and end in `…`. */
export function pointer(path: string, step: string | number): string {
  if (path.length >= PATH_MAX) return path.endsWith(CUT) ? path : `${path}/${CUT}`;
  const name = typeof step === 'number' ? String(step) : shortened(step);
  return `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function shortened(name: string): string {
  return name.length <= STEP_MAX ? name : `${beginningOf(name, STEP_MAX)}${CUT}`;
}

function walk(schema: Schema, value: unknown, path: string, issues: Issue[]): void {
  if (issues.length >= MAX_ISSUES) return;
  if (schema.anyOf !== undefined) {
    walkAnyOf(schema.anyOf, value, path, issues);
    return;
  }
  const message = ownFault(schema, value);
  if (message !== null) issues.push({ path, message });
  else if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return;
    for (const [at, item] of value.entries()) walk(items, item, pointer(path, at), issues);
  } else if (isObject(value)) walkObject(schema, value, path, issues);
}

/** What is wrong with the value itself; its parts are not checked here. */
function ownFault(schema: Schema, value: unknown): string | null {
  if (schema.const !== undefined)
    return value === schema.const ? null : `must be ${JSON.stringify(schema.const)}`;
  if (schema.enum !== undefined)
    return schema.enum.includes(value) ? null : `must be one of ${schema.enum.join(', ')}`;
  if (schema.type !== undefined && !isOfType(schema.type, value)) return `must be ${nounOf(schema.type)}`;
  if (typeof value === 'string') return stringFault(schema, value);
  if (typeof value === 'number') {
    if (value < (schema.minimum ?? Number.NEGATIVE_INFINITY)) return `must be at least ${schema.minimum}`;
    if (value > (schema.maximum ?? Number.POSITIVE_INFINITY)) return `must be at most ${schema.maximum}`;
  }
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) return `must have at least ${count(schema.minItems, 'item')}`;
    if (value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY))
      return `must have at most ${count(schema.maxItems, 'item')}`;
  }
  return null;
}

function stringFault(schema: Schema, value: string): string | null {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  // Characters are code points, of which a UTF-16 text has between half and all of its units.
  const inDoubt = value.length > maxLength && value.length <= 2 * maxLength;
  const length = inDoubt || value.length < 2 * minLength ? [...value].length : value.length;
  if (length < minLength) return `must have at least ${count(minLength, 'character')}`;
  if (length > maxLength) return `must have at most ${count(maxLength, 'character')}`;
  const fits = schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value);
  if (fits && (schema['~refine'] ?? []).every(({ check }) => check(value))) return null;
  return schema.mustBe === undefined ? `must match ${schema.pattern}` : `must be ${schema.mustBe}`;
}

function walkObject(schema: Schema, value: object, path: string, issues: Issue[]): void {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) issues.push({ path: pointer(path, name), message: 'is required' });
  }
  const patterns = Object.entries(patternProperties).map(
    ([pattern, part]) => [new RegExp(pattern, 'u'), part] as const,
  );
  for (const [name, part] of Object.entries(value)) {
    if (issues.length >= MAX_ISSUES) return;
    const at = pointer(path, name);
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const matching = patterns.filter(([pattern]) => pattern.test(name)).map(([, found]) => found);
    if (own !== undefined) walk(own, part, at, issues);
    for (const found of matching) walk(found, part, at, issues);
    if (own !== undefined || matching.length > 0) continue;
    if (additionalProperties === false) issues.push({ path: at, message: 'is not a known field' });
    else if (typeof additionalProperties === 'object') walk(additionalProperties, part, at, issues);
  }
}

/** Reports what is wrong with the alternative that the value is meant to be, where its type says which. */
function walkAnyOf(options: readonly Schema[], value: unknown, path: string, issues: Issue[]): void {
  let meant: readonly Issue[] | null = null;
  for (const option of options) {
    const attempt: Issue[] = [];
    walk(option, value, path, attempt);
    if (attempt.length === 0) return;
    const isMeant = option.type !== undefined && isOfType(option.type, value) && option.const === undefined;
    if (isMeant) meant ??= attempt;
  }
  if (meant !== null) {
    issues.push(...meant.slice(0, MAX_ISSUES - issues.length));
    return;
  }
  const literals = options.map((option) => option.const).filter((literal) => literal !== undefined);
  if (literals.length === options.length) {
    issues.push({ path, message: `must be one of ${literals.join(', ')}` });
    return;
  }
  const kinds = options.map(({ type, const: literal }) =>
    literal === undefined ? nounOf(type) : JSON.stringify(literal),
  );
  issues.push({ path, message: `must be ${kinds.join(' or ')}` });
}

interface ValueType {
  readonly noun: string;
  readonly has: (value: unknown) => boolean;
}

const TYPES: Readonly<Record<string, ValueType>> = {
  array: { noun: 'an array', has: Array.isArray },
  object: { noun: 'an object', has: (value) => isObject(value) },
  null: { noun: 'null', has: (value) => value === null },
  integer: { noun: 'a whole number', has: Number.isInteger },
  number: { noun: 'a number', has: Number.isFinite },
  boolean: { noun: 'true or false', has: (value) => typeof value === 'boolean' },
  string: { noun: 'a string', has: (value) => typeof value === 'string' },
};

const nounOf = (type = '') => TYPES[type]?.noun ?? 'another value';
const isOfType = (type: string, value: unknown) => TYPES[type]?.has(value) ?? typeof value === 'string';

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The issues of a second check that name no path of the first: one fault is reported once. */
export function addIssues(first: readonly Issue[], second: readonly Issue[]): Issue[] {
  const named = new Set(first.map(({ path }) => path));
  return [...first, ...second.filter(({ path }) => !named.has(path))];
}

function count(limit: number | undefined, noun: string): string {
  return `${limit} ${noun}${limit === 1 ? '' : 's'}`;
}
