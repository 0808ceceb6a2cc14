// src/api/schemaIssues.ts
import { beginningOf } from "../events/fieldPatterns.js";
var MAX_ISSUES = 1e3;
function schemaIssues(schema, value) {
  const issues = [];
  walk(schema, value, "", issues);
  return issues;
}
var STEP_MAX = 200;
var PATH_MAX = 2e3;
var CUT = "\u2026";
function pointer(path, step) {
  if (path.length >= PATH_MAX) return path.endsWith(CUT) ? path : `${path}/${CUT}`;
  const name = typeof step === "number" ? String(step) : shortened(step);
  return `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
function shortened(name) {
  return name.length <= STEP_MAX ? name : `${beginningOf(name, STEP_MAX)}${CUT}`;
}
function walk(schema, value, path, issues) {
  if (issues.length >= MAX_ISSUES) return;
  if (schema.anyOf !== void 0) {
    walkAnyOf(schema.anyOf, value, path, issues);
    return;
  }
  const message = ownFault(schema, value);
  if (message !== null) issues.push({ path, message });
  else if (Array.isArray(value)) {
    const { items } = schema;
    if (items === void 0) return;
    for (const [at, item] of value.entries()) walk(items, item, pointer(path, at), issues);
  } else if (isObject(value)) walkObject(schema, value, path, issues);
}
function ownFault(schema, value) {
  if (schema.const !== void 0)
    return value === schema.const ? null : `must be ${JSON.stringify(schema.const)}`;
  if (schema.enum !== void 0)
    return schema.enum.includes(value) ? null : `must be one of ${schema.enum.join(", ")}`;
  if (schema.type !== void 0 && !isOfType(schema.type, value)) return `must be ${nounOf(schema.type)}`;
  if (typeof value === "string") return stringFault(schema, value);
  if (typeof value === "number") {
    if (value < (schema.minimum ?? Number.NEGATIVE_INFINITY)) return `must be at least ${schema.minimum}`;
    if (value > (schema.maximum ?? Number.POSITIVE_INFINITY)) return `must be at most ${schema.maximum}`;
  }
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) return `must have at least ${count(schema.minItems, "item")}`;
    if (value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY))
      return `must have at most ${count(schema.maxItems, "item")}`;
  }
  return null;
}
function stringFault(schema, value) {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const inDoubt = value.length > maxLength && value.length <= 2 * maxLength;
  const length = inDoubt || value.length < 2 * minLength ? [...value].length : value.length;
  if (length < minLength) return `must have at least ${count(minLength, "character")}`;
  if (length > maxLength) return `must have at most ${count(maxLength, "character")}`;
  if (schema.pattern === void 0 || new RegExp(schema.pattern, "u").test(value)) return null;
  return schema.mustBe === void 0 ? `must match ${schema.pattern}` : `must be ${schema.mustBe}`;
}
function walkObject(schema, value, path, issues) {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) issues.push({ path: pointer(path, name), message: "is required" });
  }
  const patterns = Object.entries(patternProperties).map(
    ([pattern, part]) => [new RegExp(pattern, "u"), part]
  );
  for (const [name, part] of Object.entries(value)) {
    if (issues.length >= MAX_ISSUES) return;
    const at = pointer(path, name);
    const own = Object.hasOwn(properties, name) ? properties[name] : void 0;
    const matching = patterns.filter(([pattern]) => pattern.test(name)).map(([, found]) => found);
    if (own !== void 0) walk(own, part, at, issues);
    for (const found of matching) walk(found, part, at, issues);
    if (own !== void 0 || matching.length > 0) continue;
    if (additionalProperties === false) issues.push({ path: at, message: "is not a known field" });
    else if (typeof additionalProperties === "object") walk(additionalProperties, part, at, issues);
  }
}
function walkAnyOf(options, value, path, issues) {
  let meant = null;
  for (const option of options) {
    const attempt = [];
    walk(option, value, path, attempt);
    if (attempt.length === 0) return;
    const isMeant = option.type !== void 0 && isOfType(option.type, value) && option.const === void 0;
    if (isMeant) meant ??= attempt;
  }
  if (meant !== null) {
    issues.push(...meant.slice(0, MAX_ISSUES - issues.length));
    return;
  }
  const literals = options.map((option) => option.const).filter((literal) => literal !== void 0);
  if (literals.length === options.length) {
    issues.push({ path, message: `must be one of ${literals.join(", ")}` });
    return;
  }
  const kinds = options.map(
    ({ type, const: literal }) => literal === void 0 ? nounOf(type) : JSON.stringify(literal)
  );
  issues.push({ path, message: `must be ${kinds.join(" or ")}` });
}
var TYPES = {
  array: { noun: "an array", has: Array.isArray },
  object: { noun: "an object", has: (value) => isObject(value) },
  null: { noun: "null", has: (value) => value === null },
  integer: { noun: "a whole number", has: Number.isInteger },
  number: { noun: "a number", has: Number.isFinite },
  boolean: { noun: "true or false", has: (value) => typeof value === "boolean" },
  string: { noun: "a string", has: (value) => typeof value === "string" }
};
var nounOf = (type = "") => TYPES[type]?.noun ?? "another value";
var isOfType = (type, value) => TYPES[type]?.has(value) ?? typeof value === "string";
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function addIssues(first, second) {
  const named = new Set(first.map(({ path }) => path));
  return [...first, ...second.filter(({ path }) => !named.has(path))];
}
function count(limit, noun) {
  return `${limit} ${noun}${limit === 1 ? "" : "s"}`;
}
export {
  MAX_ISSUES,
  addIssues,
  isObject,
  pointer,
  schemaIssues
};
//# sourceMappingURL=schemaIssues.js.map
