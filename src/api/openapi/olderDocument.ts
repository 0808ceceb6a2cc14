import { isNode, type Node } from './portableSchema.ts';

/**
 * The same interface in OpenAPI 3.0.3, which has `nullable` instead of the type null, one example instead of several, and
 * no webhooks.
 * @param document of `portableDocument`
 */
export function olderDocument({ webhooks: _, ...document }: Node): Node {
  const { paths, components } = document;
  const older = olderPart({ paths, components }) as Node;
  const { schemas, ...others } = older.components as Node & { readonly schemas: Node };
  const used = usedNames(older.paths, schemas);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return {
    ...document,
    openapi: '3.0.3',
    ...older,
    components: { ...others, schemas: Object.fromEntries(kept) },
  };
}

function olderPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(olderPart);
  if (!isNode(part)) return part;
  const { type, examples, anyOf, ...rest } = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, KEPT.has(key) ? value : olderPart(value)]),
  ) as Node;
  return {
    ...rest,
    ...(Array.isArray(anyOf) ? { anyOf: withoutNull(anyOf) } : {}),
    ...(Array.isArray(type) ? { type: type.find((one) => one !== 'null'), nullable: true } : {}),
    ...(type === undefined || Array.isArray(type) ? {} : { type }),
    ...(Array.isArray(examples) ? { example: examples[0] } : {}),
    // Scopes of keys are those of OAuth there.
    ...(Array.isArray(rest.security)
      ? { security: (rest.security as readonly Node[]).map(withoutScopes) }
      : {}),
  };
}

function withoutNull(alternatives: readonly Node[]): readonly Node[] {
  const present = alternatives.filter(({ type }) => type !== 'null');
  return present.length === alternatives.length
    ? present
    : present.map((one) => ({ ...one, nullable: true }));
}

/** Values, which may have fields of any name. */
const KEPT = new Set(['example', 'default', 'enum']);

const withoutScopes = (requirement: Node) =>
  Object.fromEntries(Object.keys(requirement).map((name) => [name, []]));

/** The schemas that the paths refer to, directly or by others: the rest was there for webhooks. */
function usedNames(paths: unknown, schemas: Node): ReadonlySet<string> {
  const used = new Set<string>();
  const look = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      look(schemas[name]);
    }
  };
  look(paths);
  return used;
}
