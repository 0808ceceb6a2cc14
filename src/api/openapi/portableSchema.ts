import { FIELD_WORDS } from './fieldWords.ts';

/** A JSON Schema, or a part of one, as it stands in a document. */
export interface Node {
  readonly [key: string]: unknown;
}

/** Groups without a name, and `\d`, are read alike everywhere; escapes by code point and classes of Unicode are not. */
const UNPORTABLE_PATTERN = /\\[pPu]|\(\?[^:]/;

/**
 * A schema of the routes as generators of clients take it: one type with `null` instead of an alternative, one `enum`
 * instead of several, patterns that every engine reads; what they cannot take is said in words.
 */
export function portableSchema({ default: ifAbsent, ...schema }: Node): Node {
  const portable = withoutDefault(schema);
  // A field with a default is one that must be given, for some generators.
  const said = ifAbsent === undefined ? null : `Default: \`${JSON.stringify(ifAbsent)}\`.`;
  return { ...portable, ...words(portable.description, said) };
}

function withoutDefault(schema: Node): Node {
  if (Array.isArray(schema.anyOf)) return portableAlternatives(schema, schema.anyOf as readonly Node[]);
  const { mustBe, pattern, properties, items, additionalProperties, ...rest } = schema;
  const isPortable = typeof pattern === 'string' && !UNPORTABLE_PATTERN.test(pattern);
  const must = typeof mustBe === 'string' ? `Must be ${mustBe}.` : null;
  return {
    ...rest,
    ...(isPortable ? { pattern } : {}),
    ...words(schema.description, must),
    ...(isNode(properties) ? { properties: portableProperties(properties) } : {}),
    ...(isNode(items) ? { items: portableSchema(items) } : {}),
    ...(isNode(additionalProperties)
      ? { additionalProperties: portableAdditional(additionalProperties) }
      : additionalProperties === undefined
        ? {}
        : { additionalProperties }),
  };
}

function portableProperties(properties: Node): Node {
  const named = Object.entries(properties).map(([name, field]) => {
    const said = saysWhatItIs(field as Node) ? {} : { description: FIELD_WORDS[name] };
    return [name, portableSchema({ ...said, ...(field as Node) })] as const;
  });
  return Object.fromEntries(named);
}

function saysWhatItIs({ description, anyOf }: Node): boolean {
  return (
    description !== undefined || (Array.isArray(anyOf) && anyOf.some((one) => saysWhatItIs(one as Node)))
  );
}

/** Any value is `true`, as generators know it. */
function portableAdditional(schema: Node): Node | true {
  return Object.keys(schema).length === 0 ? true : portableSchema(schema);
}

function portableAlternatives({ anyOf: _, ...rest }: Node, alternatives: readonly Node[]): Node {
  const present = alternatives.filter(({ type }) => type !== 'null');
  const isNullable = present.length < alternatives.length;
  const [only] = present;
  const literals = present.flatMap(({ enum: values }) =>
    Array.isArray(values) ? (values as unknown[]) : [],
  );
  if (present.every(({ enum: values }) => Array.isArray(values)))
    return nullable({ ...rest, type: typeof literals[0], enum: literals }, isNullable);
  if (present.length === 1 && only !== undefined) {
    const one = portableSchema(only);
    return nullable({ ...one, ...rest, ...words(rest.description ?? one.description, null) }, isNullable);
  }
  return nullable({ ...rest, anyOf: present.map(portableSchema) }, isNullable);
}

function nullable(schema: Node, isNullable: boolean): Node {
  if (!isNullable) return schema;
  const { enum: values, type, ...rest } = schema;
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  return {
    ...rest,
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  };
}

function words(description: unknown, more: string | null): { readonly description?: string } {
  const said = [description, more].filter((text) => typeof text === 'string' && text !== '').join(' ');
  return said === '' ? {} : { description: said };
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
