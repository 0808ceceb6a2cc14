// test/support/randomEvents.ts
import fc from "fast-check";
import { positionAt } from "../../src/adapters/position.js";
import { catalogue } from "../../src/events/catalogue.js";
import { INSTANT_PATTERN, UUID_PATTERN } from "../../src/events/fieldPatterns.js";
var uuid = fc.constantFrom(
  ...[1, 2, 3].map((n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`)
);
var MINUTE_MS = 6e4;
var instant = fc.nat(9).map((n) => instantAt(n));
var texts = {
  [UUID_PATTERN]: uuid,
  [INSTANT_PATTERN]: instant
};
var text = fc.constantFrom("a@b.example", "c@d.example");
function instantAt(minute) {
  return new Date(Date.UTC(2026, 0, 1, 23, 50) + minute * MINUTE_MS).toISOString();
}
function valuesOf(schema) {
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.anyOf !== void 0) return fc.oneof(...schema.anyOf.map(valuesOf));
  switch (schema.type) {
    case "string":
      return texts[schema.pattern ?? ""] ?? text;
    case "integer":
      return fc.nat(2).map((n) => n + (schema.minimum ?? 0));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: 3 });
    case "object": {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, of]) => [name, valuesOf(of)]
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: [...schema.required ?? []] });
    }
    default:
      throw new Error(`no values for the schema ${JSON.stringify(schema)}`);
  }
}
function randomLogs(types, maxEvents) {
  const one = fc.oneof(
    ...types.map((type) => {
      const entry = catalogue.get(type);
      if (entry === void 0) throw new Error(`no event ${type}`);
      const stream = uuid.map((id) => `${entry.category}-${id}`);
      return fc.record({
        type: fc.constant(type),
        v: fc.constant(entry.v),
        data: valuesOf(entry.schema),
        stream,
        workspace: uuid
      });
    })
  );
  return fc.array(one, { maxLength: maxEvents }).map(
    (events) => events.map(({ type, v, data, stream, workspace }, at) => ({
      ...{ id: `event-${at}`, type, data, stream, revision: at, position: positionAt(at + 1) },
      metadata: {
        ...{ v, workspace, actor: "test", correlation: workspace, causation: null, at: instantAt(at) }
      }
    }))
  );
}
export {
  randomLogs
};
//# sourceMappingURL=randomEvents.js.map
