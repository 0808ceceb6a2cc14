// test/api/validation.test.ts
import { Type } from "../../packages/typebox.js";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { Closed, checker, refuseIfAny } from "../../src/api/validation.js";
import { Refusal } from "../../src/commands/kernel/refusal.js";
var validation = suite("validation");
var check = checker(
  Closed({
    name: Type.String({ minLength: 1, maxLength: 3 }),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    to: Type.Optional(
      Type.Union([
        Type.String({ pattern: "^a$", mustBe: "an a" }),
        Type.Array(Type.String({ pattern: "^a$" }))
      ])
    ),
    kind: Type.Optional(Type.Union([Type.Literal("x"), Type.Literal("y")])),
    note: Type.Optional(Type.Union([Type.String({ maxLength: 2 }), Type.Null()])),
    map: Type.Optional(Type.Record(Type.String(), Type.String())),
    list: Type.Optional(Type.Array(Closed({ id: Type.Boolean() }), { minItems: 1, maxItems: 2 }))
  })
);
var cases = [
  [
    "good",
    { name: "a", count: 9, to: ["a"], kind: "y", note: null, map: { a: "b" }, list: [{ id: true }] },
    []
  ],
  ["no object", null, [["", "must be an object"]]],
  ["array for object", [], [["", "must be an object"]]],
  ["missing", {}, [["/name", "is required"]]],
  ["empty", { name: "" }, [["/name", "must have at least 1 character"]]],
  ["three characters of two units", { name: "\u{1F600}\u{1F600}\u{1F600}" }, []],
  ["four characters", { name: "\u{1F600}\u{1F600}\u{1F600}\u{1F600}" }, [["/name", "must have at most 3 characters"]]],
  ["fraction", { name: "a", count: 1.5 }, [["/count", "must be a whole number"]]],
  ["below", { name: "a", count: 0 }, [["/count", "must be at least 1"]]],
  ["above", { name: "a", count: 10 }, [["/count", "must be at most 9"]]],
  ["union by type", { name: "a", to: "b" }, [["/to", "must be an a"]]],
  [
    "union, items",
    { name: "a", to: ["a", "b", 3] },
    [
      ["/to/1", "must match ^a$"],
      ["/to/2", "must be a string"]
    ]
  ],
  ["union, neither", { name: "a", to: {} }, [["/to", "must be a string or an array"]]],
  ["literals", { name: "a", kind: "z" }, [["/kind", "must be one of x, y"]]],
  ["literals, type", { name: "a", kind: null }, [["/kind", "must be one of x, y"]]],
  ["nullable", { name: "a", note: "abc" }, [["/note", "must have at most 2 characters"]]],
  ["map", { name: "a", map: { "x/y~": 1 } }, [["/map/x~1y~0", "must be a string"]]],
  [
    "nested",
    { name: "a", list: [{ id: 1, no: 2 }] },
    [
      ["/list/0/id", "must be true or false"],
      ["/list/0/no", "is not a known field"]
    ]
  ],
  ["few", { name: "a", list: [] }, [["/list", "must have at least 1 item"]]],
  [
    "unknown fields",
    { name: "a", toString: 1, b: 2 },
    [
      ["/toString", "is not a known field"],
      ["/b", "is not a known field"]
    ]
  ],
  [
    "all at once",
    { name: 1, count: "x", kind: 1, extra: 1 },
    [
      ["/name", "must be a string"],
      ["/count", "must be a whole number"],
      ["/kind", "must be one of x, y"],
      ["/extra", "is not a known field"]
    ]
  ]
];
for (const [name, value, expected] of cases) {
  validation(name, () => {
    assert.equal(
      check(value).map(({ path, message }) => [path, message]),
      expected
    );
  });
}
validation("bounds the number of issues", () => {
  const many = Object.fromEntries(Array.from({ length: 5e3 }, (_, at) => [`f${at}`, 1]));
  assert.is(check({ name: "a", ...many }).length, 1e3);
});
validation("wants every object schema to say what becomes of unknown fields", () => {
  assert.throws(() => checker(Type.Object({ a: Type.Object({}) })), /additionalProperties/);
});
validation("refuses when there is something", () => {
  refuseIfAny([]);
  assert.throws(
    () => refuseIfAny([{ path: "/a", message: "is wrong" }]),
    (error) => error instanceof Refusal && error.kind === "invalid"
  );
});
validation.run();
//# sourceMappingURL=validation.test.js.map
