import type { Issue } from '../commands/kernel/refusal.ts';

/** The part of JSON Schema that our request schemas are written in. */
interface Schema {
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
  readonly minimum?: number;
  readonly maximum?: number;
  /** What a text that misses the pattern is told it must be. */
  readonly mustBe?: string;
}

/** Issues listed at most: a refusal names enough to go on with, whatever a body holds. */
export const MAX_ISSUES = 1_000;

/** Every way in which the value misses the schema. */
export function schemaIssues(schema: object, value: unknown): Issue[] {
  const issues: Issue[] = [];
  walk(schema as Schema, value, '', issues);
  return issues;
}

/** Characters of a name that a path repeats, and of a path in all: an answer stays small, whatever a body is named. */
const STEP_MAX = 200;
const PATH_MAX = 2_000;
const CUT = '…';

/** One step of a JSON Pointer (RFC 6901, section 3). Names and paths of great length are cut, and end in `…`. */
export function pointer(path: string, step: string | number): string {
  if (path.length >= PATH_MAX) return path.endsWith(CUT) ? path : `${path}/${CUT}`;
  const name = typeof step === 'number' ? String(step) : shortened(step);
  return `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** A pair of surrogates is not cut in two. */
function shortened(name: string): string {
  if (name.length <= STEP_MAX) return name;
  const cutsPair = /[\ud800-\udbff]/.test(name.charAt(STEP_MAX - 1));
  return `${name.slice(0, cutsPair ? STEP_MAX - 1 : STEP_MAX)}${CUT}`;
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
  } else if (typeof value === 'object' && value !== null) {
    walkObject(schema, value as Record<string, unknown>, path, issues);
  }
}

/** What is wrong with the value itself, whatever it contains. */
function ownFault(schema: Schema, value: unknown): string | null {
  if (schema.const !== undefined)
    return value === schema.const ? null : `must be ${JSON.stringify(schema.const)}`;
  if (schema.enum !== undefined)
    return schema.enum.includes(value) ? null : `must be one of ${schema.enum.join(', ')}`;
  if (schema.type !== undefined && !isOfType(schema.type, value)) return `must be ${article(schema.type)}`;
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
  if (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value)) return null;
  return schema.mustBe === undefined ? `must match ${schema.pattern}` : `must be ${schema.mustBe}`;
}

function walkObject(schema: Schema, value: Record<string, unknown>, path: string, issues: Issue[]): void {
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

/** Tells what is wrong with the one alternative that the value is meant to be, where its type says which. */
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
    issues.push(...meant);
    return;
  }
  const literals = options.map((option) => option.const).filter((literal) => literal !== undefined);
  if (literals.length === options.length) {
    issues.push({ path, message: `must be one of ${literals.join(', ')}` });
    return;
  }
  const kinds = options.map(({ type, const: literal }) =>
    literal === undefined ? article(type ?? 'value') : JSON.stringify(literal),
  );
  issues.push({ path, message: `must be ${kinds.join(' or ')}` });
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return typeof value === 'string';
  }
}

const NOUNS: Readonly<Record<string, string>> = {
  array: 'an array',
  object: 'an object',
  null: 'null',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'a string',
};

const article = (type: string) => NOUNS[type] ?? 'another value';

function count(limit: number | undefined, noun: string): string {
  return `${limit} ${noun}${limit === 1 ? '' : 's'}`;
}
