// src/api/openapi/olderDocument.ts
import { isNode } from "./portableSchema.js";
function olderDocument({ webhooks: _, ...document }) {
  const { paths, components } = document;
  const older = olderPart({ paths, components });
  const { schemas, ...others } = older.components;
  const used = usedNames(older.paths, schemas);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return {
    ...document,
    openapi: "3.0.3",
    ...older,
    components: { ...others, schemas: Object.fromEntries(kept) }
  };
}
function olderPart(part) {
  if (Array.isArray(part)) return part.map(olderPart);
  if (!isNode(part)) return part;
  const { type, examples, anyOf, ...rest } = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, KEPT.has(key) ? value : olderPart(value)])
  );
  return {
    ...rest,
    ...Array.isArray(anyOf) ? { anyOf: withoutNull(anyOf) } : {},
    ...Array.isArray(type) ? { type: type.find((one) => one !== "null"), nullable: true } : {},
    ...type === void 0 || Array.isArray(type) ? {} : { type },
    ...Array.isArray(examples) ? { example: examples[0] } : {},
    // Scopes of keys are those of OAuth there.
    ...Array.isArray(rest.security) ? { security: rest.security.map(withoutScopes) } : {}
  };
}
function withoutNull(alternatives) {
  const present = alternatives.filter(({ type }) => type !== "null");
  return present.length === alternatives.length ? present : present.map((one) => ({ ...one, nullable: true }));
}
var KEPT = /* @__PURE__ */ new Set(["example", "default", "enum"]);
var withoutScopes = (requirement) => Object.fromEntries(Object.keys(requirement).map((name) => [name, []]));
function usedNames(paths, schemas) {
  const used = /* @__PURE__ */ new Set();
  const look = (part) => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      look(schemas[name]);
    }
  };
  look(paths);
  return used;
}
export {
  olderDocument
};
//# sourceMappingURL=olderDocument.js.map
