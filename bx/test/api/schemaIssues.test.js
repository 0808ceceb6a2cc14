// test/api/schemaIssues.test.ts
import fc from "fast-check";
import { Compile } from "../../packages/typebox/compile.js";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { allRoutes } from "../../src/api/routes/index.js";
import { schemaIssues } from "../../src/api/schemaIssues.js";
import { apiFixture } from "../support/apiFixture.js";
import { RUN_ALL, SEED } from "../support/testRun.js";
import { nearby } from "./nearbyValues.js";
var test = suite("the two readings of a schema");
var RUNS = RUN_ALL ? 3e3 : 300;
async function schemasOfRoutes() {
  const found = /* @__PURE__ */ new Map();
  const collect = (app) => {
    app.addHook("onRoute", ({ method, url, schema }) => {
      if (method === "HEAD") return;
      const { body, querystring } = schema ?? {};
      const isAny = body !== void 0 && Object.keys(body).length === 0;
      if (body !== void 0 && !isAny) found.set(`${method} ${url} body`, body);
      if (querystring !== void 0) found.set(`${method} ${url} query`, querystring);
    });
  };
  const api = await apiFixture({ routes: [collect, ...allRoutes] });
  await api.close();
  return found;
}
var schemas = await schemasOfRoutes();
test("the routes have schemas", () => {
  assert.ok(schemas.size >= 15, [...schemas.keys()].join("\n"));
});
for (const [name, schema] of schemas) {
  test(`${name}: both find the same bodies valid`, () => {
    const compiled = Compile(schema);
    let valid = 0;
    fc.assert(
      fc.property(nearby(schema), (value) => {
        const isValid = compiled.Check(value);
        if (isValid) valid++;
        assert.is(schemaIssues(schema, value).length === 0, isValid, JSON.stringify(value)?.slice(0, 1e3));
      }),
      { numRuns: RUNS, seed: SEED + 9 }
    );
    assert.ok((valid > 0 || !RUN_ALL) && valid < RUNS, `${valid} of ${RUNS} bodies were valid`);
  });
}
test.run();
//# sourceMappingURL=schemaIssues.test.js.map
