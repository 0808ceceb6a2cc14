// src/api/openapi/namedSchemas.ts
import { isNode } from "./portableSchema.js";
function namedSchemas() {
  const named = /* @__PURE__ */ new Map();
  const referring = (schema) => {
    const { title, ...parts } = Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [key, key === "properties" ? each(value) : inner(value)])
    );
    if (typeof title !== "string") return parts;
    const known = named.get(title);
    if (known !== void 0 && JSON.stringify(known) !== JSON.stringify(parts))
      throw new Error(`two schemas of the interface are called ${title}`);
    named.set(title, parts);
    return { $ref: `#/components/schemas/${title}` };
  };
  const each = (properties) => Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, referring(field)])
  );
  const inner = (value) => {
    if (Array.isArray(value)) return value.map((one) => isSchema(one) ? referring(one) : one);
    return isSchema(value) ? referring(value) : value;
  };
  return {
    referring,
    all: () => Object.fromEntries([...named].sort(([one], [other]) => one < other ? -1 : 1))
  };
}
function isSchema(value) {
  return isNode(value) && ("type" in value || "anyOf" in value || "enum" in value);
}
export {
  namedSchemas
};
//# sourceMappingURL=namedSchemas.js.map
