import type { Schema } from '../schemaIssues.ts';

/** A schema with a value that it takes. An answer without a body is documented as the type `null`, and has no example. */
export function withExample(schema: Schema) {
  return schema.type === 'null' ? schema : { ...schema, examples: [exampleOf(schema)] };
}

/** Used in an example for a text of which the schema gives none; a test finds it. */
export const NO_EXAMPLE = '…';
const TEXTS: Readonly<Record<string, string>> = {
  uuid: '7b0c2a58-3c1f-4e6d-9a57-0d4b8f1e2c36',
  'date-time': '2026-03-01T09:00:00.000Z',
};

/**
 * A value that the schema takes: its own first example where it has one, else put together from its parts. An optional
 * field is shown when it has an example of its own.
 */
function exampleOf(schema: Schema): unknown {
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return exampleOf(first);
  switch (schema.type) {
    case 'object':
      return objectExample(schema);
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    case 'string':
      return TEXTS[schema.format ?? ''] ?? NO_EXAMPLE;
    default:
      return null;
  }
}

function objectExample({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const shown = Object.entries(properties).filter(
    ([name, field]) => required.includes(name) || hasOwnExample(field),
  );
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field)]));
}

/** Where a field may be null, its example is that of the other alternative. */
function hasOwnExample({ examples, anyOf }: Schema): boolean {
  return examples !== undefined || anyOf?.[0]?.examples !== undefined;
}
