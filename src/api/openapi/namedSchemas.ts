import { isNode, type Node } from './portableSchema.ts';

/** The named schemas of a document, while it is put together. */
export interface NamedSchemas {
  /** The schema with a reference in place of each part that has a title, and of itself where it has one. */
  referring(schema: Node): Node;
  /** By name, sorted. */
  all(): Readonly<Record<string, Node>>;
}

export function namedSchemas(): NamedSchemas {
  const named = new Map<string, Node>();
  const referring = (schema: Node): Node => {
    const { title, ...parts } = Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [key, key === 'properties' ? each(value) : inner(value)]),
    );
    if (typeof title !== 'string') return parts;
    const known = named.get(title);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(parts))
      throw new Error(`two schemas of the interface are called ${title}`);
    named.set(title, parts);
    return { $ref: `#/components/schemas/${title}` };
  };
  /** Fields of an answer may be called `title`. */
  const each = (properties: unknown) =>
    Object.fromEntries(
      Object.entries(properties as Node).map(([name, field]) => [name, referring(field as Node)]),
    );
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => (isSchema(one) ? referring(one) : one));
    return isSchema(value) ? referring(value) : value;
  };
  return {
    referring,
    all: () => Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/** Examples and defaults may be objects as well. */
function isSchema(value: unknown): value is Node {
  return isNode(value) && ('type' in value || 'anyOf' in value || 'enum' in value);
}
