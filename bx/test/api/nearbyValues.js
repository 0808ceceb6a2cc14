// test/api/nearbyValues.ts
import fc from "fast-check";
import { SEED } from "../support/testRun.js";
var far = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, true, "", "a", 0, -1, 1.5, -0, 1e308, 2 ** 53, [], {}, [[]], { length: 1 }),
  fc.constantFrom("a\r\nb", "\uD800", "\0", "__proto__", "constructor")
);
var LONGEST = 2e3;
var MOST_ITEMS = 101;
function nearby(schema) {
  return fc.oneof(about(schema, 1), about(schema, 40));
}
function about(schema, care) {
  return fc.oneof({ weight: 30 * care, arbitrary: meant(schema, care) }, { weight: 1, arbitrary: far });
}
function meant(schema, care) {
  if (schema.const !== void 0) return fc.constant(schema.const);
  if (schema.enum !== void 0) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== void 0) return fc.oneof(...schema.anyOf.map((one) => about(one, care)));
  switch (schema.type) {
    case "string":
      return text(schema, care);
    case "integer":
    case "number":
      return number(schema, care);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return list(schema, care);
    case "object":
      return object(schema, care);
    default:
      return far;
  }
}
function number({ minimum = -5, maximum = 1e3 }, care) {
  const edges = [minimum, maximum, minimum - 1, maximum + 1, minimum + 0.5];
  return fc.oneof(
    { weight: 5 * care, arbitrary: fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }) },
    { weight: 1, arbitrary: fc.constantFrom(...edges) }
  );
}
function text({ minLength = 0, maxLength = 50, pattern }, care) {
  const lengths = [minLength, maxLength, maxLength + 1, Math.max(0, minLength - 1), Math.ceil(maxLength / 2)];
  const bounded = fc.tuple(fc.constantFrom("a", "7", "\u{1F600}", "\xE9", "\u0301", "\uD800"), fc.constantFrom(...lengths)).map(([character, length]) => character.repeat(Math.min(length, LONGEST)));
  const common = fc.constantFrom(
    "a@b.co",
    "Zo\xEB <zoe@b.example>",
    "+4512345678",
    "2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00.000+02:00",
    "2026-01-01",
    "https://example.com/hook",
    "aGk=",
    "X-Custom",
    "00000000-0000-4000-8000-000000000000",
    "email.bounced",
    "text/plain"
  );
  const matching = pattern === void 0 ? fc.string({ maxLength: 20 }) : byPattern(pattern);
  return fc.oneof(
    { weight: 12 * care, arbitrary: matching },
    { weight: 4, arbitrary: common },
    { weight: 1, arbitrary: bounded },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) }
  );
}
function byPattern(pattern) {
  try {
    const whole = new RegExp(pattern, "u");
    const ahead = fc.stringMatching(new RegExp(withoutRefusal(pattern), "u"), { maxLength: 60 });
    const made = ahead.filter((text2) => whole.test(text2));
    fc.sample(made, { numRuns: 1, seed: SEED });
    return made;
  } catch {
    return fc.string({ maxLength: 20 });
  }
}
function withoutRefusal(pattern) {
  return pattern.replace(/^\^\(\?!(?:[^()]|\([^()]*\))*\)/, "^");
}
function list({ items, minItems = 0, maxItems = 3 }, care) {
  const item = items === void 0 ? far : about(items, care);
  const some = fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) });
  const repeated = fc.tuple(item, fc.constantFrom(maxItems, maxItems + 1, Math.max(0, minItems - 1))).map(([one, length]) => Array.from({ length: Math.min(length, MOST_ITEMS) }, () => one));
  return fc.oneof({ weight: 12 * care, arbitrary: some }, { weight: 1, arbitrary: repeated });
}
function object({ properties = {}, required = [], patternProperties = {}, additionalProperties }, care) {
  const own = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, about(part, care)])),
    { requiredKeys: [...required] }
  );
  const others = Object.entries(patternProperties).map(
    ([pattern, part]) => fc.dictionary(byPattern(pattern), about(part, care), { maxKeys: 2 })
  );
  const more = typeof additionalProperties === "object" ? about(additionalProperties, care) : far;
  const strange = fc.oneof(
    { weight: 15 * care, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.dictionary(fc.string({ maxLength: 8 }), more, { minKeys: 1, maxKeys: 1 }) }
  );
  const lacking = fc.option(fc.constantFrom("", ...Object.keys(properties)), { freq: 12 * care, nil: "" });
  return fc.tuple(own, fc.tuple(...others), strange, lacking).map(([known, matching, one, without]) => {
    const made = Object.assign({}, known, ...matching, one);
    delete made[without];
    return made;
  });
}
export {
  nearby
};
//# sourceMappingURL=nearbyValues.js.map
