import fc from 'fast-check';
import { SEED } from '../support/testRun.ts';

/** The part of JSON Schema that values are made for. */
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
  readonly '~refine'?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Values far from what any schema wants, some of which are hard for parsers. */
const far = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(null, true, '', 'a', 0, -1, 1.5, -0, 1e308, 2 ** 53, [], {}, [[]], { length: 1 }),
  fc.constantFrom<unknown>('a\r\nb', '\ud800', '\0', '__proto__', 'constructor'),
);

/** Longest texts and lists that are made: boundaries beyond it are not reached. */
const LONGEST = 2_000;
const MOST_ITEMS = 101;

/**
 * Values that keep to a schema for the most part, and stray from it here and there: by a bound, a type, a field. Half
 * of them stray so seldom that a schema with a hundred fields is kept to by many as well.
 */
export function nearby(schema: object): fc.Arbitrary<unknown> {
  return fc.oneof(about(schema as Schema, 1), about(schema as Schema, 40));
}

/** @param care How many times as often as else a part keeps to the schema. */
function about(schema: Schema, care: number): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 30 * care, arbitrary: meant(schema, care) }, { weight: 1, arbitrary: far });
}

function meant(schema: Schema, care: number): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => about(one, care)));
  switch (schema.type) {
    case 'string':
      return text(schema, care);
    case 'integer':
    case 'number':
      return number(schema, care);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return list(schema, care);
    case 'object':
      return object(schema, care);
    default:
      return far;
  }
}

function number({ minimum = -5, maximum = 1_000 }: Schema, care: number): fc.Arbitrary<number> {
  const edges = [minimum, maximum, minimum - 1, maximum + 1, minimum + 0.5];
  return fc.oneof(
    { weight: 5 * care, arbitrary: fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }) },
    { weight: 1, arbitrary: fc.constantFrom(...edges) },
  );
}

/** Texts by the pattern, common forms, and lengths about the bounds, of characters of one and two UTF-16 units. */
function text(schema: Schema, care: number): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 50, pattern } = schema;
  const lengths = [minLength, maxLength, maxLength + 1, Math.max(0, minLength - 1), Math.ceil(maxLength / 2)];
  const bounded = fc
    .tuple(fc.constantFrom('a', '7', '😀', 'é', '\u0301', '\ud800'), fc.constantFrom(...lengths))
    .map(([character, length]) => character.repeat(Math.min(length, LONGEST)));
  const common = fc.constantFrom(
    'a@b.co',
    'Zoë <zoe@b.example>',
    '+4512345678',
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00.000+02:00',
    '2026-01-01',
    'https://example.com/hook',
    'aGk=',
    'X-Custom',
    '00000000-0000-4000-8000-000000000000',
    'email.bounced',
    'text/plain',
  );
  const byItsPattern = pattern === undefined ? fc.string({ maxLength: 20 }) : byPattern(pattern);
  // What is refined is an address: hardly any text of its pattern is one beyond ASCII.
  const addresses = fc.constantFrom('ann@customer.test', 'a@bücher.example', 'x@b.xn--p1ai');
  const matching =
    schema['~refine'] === undefined
      ? byItsPattern
      : fc.oneof({ weight: 9, arbitrary: addresses }, { weight: 1, arbitrary: byItsPattern });
  return fc.oneof(
    { weight: 12 * care, arbitrary: matching },
    { weight: 4, arbitrary: common },
    { weight: 1, arbitrary: bounded },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  );
}

/** Some patterns look ahead or name classes that cannot be turned round. */
function byPattern(pattern: string): fc.Arbitrary<string> {
  try {
    const whole = new RegExp(pattern, 'u');
    const ahead = fc.stringMatching(new RegExp(withoutRefusal(pattern), 'u'), { maxLength: 60 });
    const made = ahead.filter((text) => whole.test(text));
    fc.sample(made, { numRuns: 1, seed: SEED });
    return made;
  } catch {
    return fc.string({ maxLength: 20 });
  }
}

/** The pattern without what it refuses at its beginning by looking ahead. */
function withoutRefusal(pattern: string): string {
  return pattern.replace(/^\^\(\?!(?:[^()]|\([^()]*\))*\)/, '^');
}

function list({ items, minItems = 0, maxItems = 3 }: Schema, care: number): fc.Arbitrary<unknown[]> {
  const item = items === undefined ? far : about(items, care);
  const some = fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) });
  const repeated = fc
    .tuple(item, fc.constantFrom(maxItems, maxItems + 1, Math.max(0, minItems - 1)))
    .map(([one, length]) => Array.from({ length: Math.min(length, MOST_ITEMS) }, () => one));
  return fc.oneof({ weight: 12 * care, arbitrary: some }, { weight: 1, arbitrary: repeated });
}

function object(
  { properties = {}, required = [], patternProperties = {}, additionalProperties }: Schema,
  care: number,
): fc.Arbitrary<object> {
  const own = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, about(part, care)])),
    { requiredKeys: [...required] },
  );
  const others = Object.entries(patternProperties).map(([pattern, part]) =>
    fc.dictionary(byPattern(pattern), about(part, care), { maxKeys: 2 }),
  );
  const more = typeof additionalProperties === 'object' ? about(additionalProperties as Schema, care) : far;
  const strange = fc.oneof(
    { weight: 15 * care, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.dictionary(fc.string({ maxLength: 8 }), more, { minKeys: 1, maxKeys: 1 }) },
  );
  const lacking = fc.option(fc.constantFrom('', ...Object.keys(properties)), { freq: 12 * care, nil: '' });
  return fc.tuple(own, fc.tuple(...others), strange, lacking).map(([known, matching, one, without]) => {
    const made: Record<string, unknown> = Object.assign({}, known, ...matching, one);
    delete made[without];
    return made;
  });
}
