// test/conformance/openapiLint.test.ts
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Spectral } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { fixture } from "./fixture.js";
var lint = suite("conformance: linters of openapi");
lint.before(async (context) => {
  const { api } = await fixture();
  const texts = ["/openapi.json", "/openapi-3.0.json"].map((path) => api.call("GET", path, { key: null }));
  context.documents = (await Promise.all(texts)).map(({ text }) => text);
  await api.close();
});
lint("Redocly has nothing to say", async ({ documents }) => {
  const config = await createConfig({ extends: ["recommended"] });
  for (const source of documents) {
    const found = await lintFromString({ source, config, absoluteRef: "openapi.json" });
    assert.equal(
      found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
      []
    );
  }
});
lint("Spectral has nothing to say", async ({ documents }) => {
  for (const source of documents) {
    const spectral = new Spectral();
    const rules = { "oas3-operation-security-defined": "off" };
    spectral.setRuleset({ extends: [oas], rules });
    const found = await spectral.run(JSON.parse(source));
    assert.equal(
      found.map(({ code, message, path }) => `${code}: ${message} ${path.join("/")}`),
      []
    );
  }
});
lint("both notice what is wrong", async ({ documents: [source = ""] }) => {
  const wrong = source.replace('"operationId":"sendEmail"', '"operationId":"listContacts"');
  const config = await createConfig({ extends: ["recommended"] });
  const redocly = await lintFromString({ source: wrong, config, absoluteRef: "openapi.json" });
  assert.ok(redocly.some(({ ruleId }) => ruleId === "operation-operationId-unique"));
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [oas] });
  const found = await spectral.run(JSON.parse(wrong));
  assert.ok(found.some(({ code }) => code === "operation-operationId-unique"));
});
lint.run();
//# sourceMappingURL=openapiLint.test.js.map
