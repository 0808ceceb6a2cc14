// tools/docs/events.ts
import { categories } from "../../src/events/catalogue.js";
import { PERSONAL } from "../../src/events/schema.js";
import { notice } from "./notice.js";
function eventsPage() {
  const parts = [
    "# Events",
    notice,
    "The log holds nothing but these. A stream is named `category-id`; an event has an id, a type, a payload (the",
    "fields below) and metadata: `v` (version of the payload), `workspace`, `actor`, `person` (of an operator who gave a name;",
    "**P**), `correlation`, `causation` and",
    "`at` (ISO 8601, milliseconds, UTC). Older versions are upcast when they are read; nothing is ever rewritten.",
    "",
    "**P** marks personal data. A text of any size (*stored text*) stands in the event up to 64 KB and is a blob,",
    "named by its SHA-256, above that.",
    ...categories.flatMap(categorySection)
  ];
  return `${parts.join("\n").replace(/\n{3,}/g, "\n\n").trimEnd()}
`;
}
function categorySection({ name, definitions }) {
  return ["", `## ${name}`, ...Object.entries(definitions).flatMap(([type, one]) => eventSection(type, one))];
}
function eventSection(type, { v, meaning, schema }) {
  const rows = fieldsOf(schema, "");
  const heading = ["", `### ${type}`, "", `${meaning} Version ${v}.`, ""];
  if (rows.length === 0) return [...heading, "No fields."];
  return [...heading, "| field | type | personal |", "|---|---|---|", ...rows];
}
function fieldsOf(schema, path) {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, field]) => {
    const full = `${path}${name}`;
    const type = `${typeOf(field)}${required.includes(name) ? "" : ", optional"}`;
    const row = `| \`${full}\` | ${type} | ${isPersonal(field) ? "**P**" : ""} |`;
    const { inner, suffix } = objectWithin(field);
    return [row, ...inner === null ? [] : fieldsOf(inner, `${full}${suffix}.`)];
  });
}
function objectWithin(field) {
  if (isStoredText(field) || isBlob(field)) return { inner: null, suffix: "" };
  if (field.properties) return { inner: field, suffix: "" };
  if (field.items) return { inner: objectWithin(field.items).inner, suffix: "[]" };
  const some = field.anyOf?.find(({ properties, type }) => properties || type === "array");
  return some ? objectWithin(some) : { inner: null, suffix: "" };
}
function isPersonal(field) {
  if (PERSONAL in field) return true;
  const within = [...field.anyOf ?? [], ...Object.values(field.patternProperties ?? {})];
  return within.some(isPersonal) || field.items !== void 0 && !field.items.properties && isPersonal(field.items);
}
function typeOf(field) {
  if (isStoredText(field)) return "stored text";
  if (isBlob(field)) return "blob (SHA-256 and length)";
  if (field.anyOf) return field.anyOf.map(typeOf).join(" or ");
  if (field.const !== void 0) return `\`${String(field.const)}\``;
  if (field.items) return `list of ${typeOf(field.items)}`;
  if (field.patternProperties)
    return `map of text to ${typeOf(Object.values(field.patternProperties)[0] ?? {})}`;
  if (field.pattern?.startsWith("^[0-9a-f]{8}-")) return "uuid";
  if (field.pattern?.startsWith("^\\d{4}-")) return "instant";
  if (field.pattern === "^[0-9a-f]{64}$") return "SHA-256, hex";
  if (field.type === "string") return "text";
  if (field.type === "integer")
    return field.minimum === void 0 ? "integer" : `integer, ${field.minimum} or more`;
  return field.type ?? "anything";
}
function isStoredText({ anyOf }) {
  return anyOf?.length === 2 && anyOf.some(({ properties }) => properties !== void 0 && "inline" in properties);
}
function isBlob({ properties }) {
  return properties !== void 0 && "sha256" in properties && "length" in properties;
}
export {
  eventsPage
};
//# sourceMappingURL=events.js.map
