// src/api/openapi/examples.ts
function withExample(schema) {
  return schema.type === "null" ? schema : { ...schema, examples: [exampleOf(schema)] };
}
var NO_EXAMPLE = "\u2026";
var TEXTS = {
  uuid: "7b0c2a58-3c1f-4e6d-9a57-0d4b8f1e2c36",
  "date-time": "2026-03-01T09:00:00.000Z"
};
function exampleOf(schema) {
  if (schema.examples !== void 0) return schema.examples[0];
  if (schema.default !== void 0) return schema.default;
  if (schema.const !== void 0) return schema.const;
  if (schema.enum !== void 0) return schema.enum[0];
  const [first] = schema.anyOf ?? [];
  if (first !== void 0) return exampleOf(first);
  switch (schema.type) {
    case "object":
      return objectExample(schema);
    case "array":
      return schema.items === void 0 ? [] : [exampleOf(schema.items)];
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    case "boolean":
      return true;
    case "string":
      return TEXTS[schema.format ?? ""] ?? NO_EXAMPLE;
    default:
      return null;
  }
}
function objectExample({ properties = {}, required = [] }) {
  const shown = Object.entries(properties).filter(
    ([name, field]) => required.includes(name) || hasOwnExample(field)
  );
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field)]));
}
function hasOwnExample({ examples, anyOf }) {
  return examples !== void 0 || anyOf?.[0]?.examples !== void 0;
}
export {
  NO_EXAMPLE,
  withExample
};
//# sourceMappingURL=examples.js.map
