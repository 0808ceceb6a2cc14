// src/api/openapi/portableSchema.ts
import { FIELD_WORDS } from "./fieldWords.js";
var UNPORTABLE_PATTERN = /\\[pPu]|\(\?[^:]/;
function portableSchema({ default: ifAbsent, ...schema }) {
  const portable = withoutDefault(schema);
  const said = ifAbsent === void 0 ? null : `Default: \`${JSON.stringify(ifAbsent)}\`.`;
  return { ...portable, ...words(portable.description, said) };
}
function withoutDefault(schema) {
  if (Array.isArray(schema.anyOf)) return portableAlternatives(schema, schema.anyOf);
  const { mustBe, pattern, properties, items, additionalProperties, ...rest } = schema;
  const isPortable = typeof pattern === "string" && !UNPORTABLE_PATTERN.test(pattern);
  const must = typeof mustBe === "string" ? `Must be ${mustBe}.` : null;
  return {
    ...rest,
    ...isPortable ? { pattern } : {},
    ...words(schema.description, must),
    ...isNode(properties) ? { properties: portableProperties(properties) } : {},
    ...isNode(items) ? { items: portableSchema(items) } : {},
    ...isNode(additionalProperties) ? { additionalProperties: portableAdditional(additionalProperties) } : additionalProperties === void 0 ? {} : { additionalProperties }
  };
}
function portableProperties(properties) {
  const named = Object.entries(properties).map(([name, field]) => {
    const said = saysWhatItIs(field) ? {} : { description: FIELD_WORDS[name] };
    return [name, portableSchema({ ...said, ...field })];
  });
  return Object.fromEntries(named);
}
function saysWhatItIs({ description, anyOf }) {
  return description !== void 0 || Array.isArray(anyOf) && anyOf.some((one) => saysWhatItIs(one));
}
function portableAdditional(schema) {
  return Object.keys(schema).length === 0 ? true : portableSchema(schema);
}
function portableAlternatives({ anyOf: _, ...rest }, alternatives) {
  const present = alternatives.filter(({ type }) => type !== "null");
  const isNullable = present.length < alternatives.length;
  const [only] = present;
  const literals = present.flatMap(
    ({ enum: values }) => Array.isArray(values) ? values : []
  );
  if (present.every(({ enum: values }) => Array.isArray(values)))
    return nullable({ ...rest, type: typeof literals[0], enum: literals }, isNullable);
  if (present.length === 1 && only !== void 0) {
    const one = portableSchema(only);
    return nullable({ ...one, ...rest, ...words(rest.description ?? one.description, null) }, isNullable);
  }
  return nullable({ ...rest, anyOf: present.map(portableSchema) }, isNullable);
}
function nullable(schema, isNullable) {
  if (!isNullable) return schema;
  const { enum: values, type, ...rest } = schema;
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: "null" }] };
  return {
    ...rest,
    type: [type, "null"],
    ...Array.isArray(values) ? { enum: [...values, null] } : {}
  };
}
function words(description, more) {
  const said = [description, more].filter((text) => typeof text === "string" && text !== "").join(" ");
  return said === "" ? {} : { description: said };
}
function isNode(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
export {
  isNode,
  portableSchema
};
//# sourceMappingURL=portableSchema.js.map
