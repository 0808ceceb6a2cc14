// test/main/admin.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { eventually } from "../e2e/eventually.js";
import { freePort } from "../servers/servers.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("issue 27, 3: the port of operators");
var get = async (port, path) => {
  const answer = await fetch(typeof port === "number" ? `http://127.0.0.1:${port}${path}` : `${port}${path}`);
  return { status: answer.status, text: await answer.text() };
};
test("has metrics, details and documents, and customers have them no more", async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  const env = { POSTLEDGER_DATA: folder.path, POSTLEDGER_ADMIN_PORT: `${port}` };
  const service = await startServiceProcess({ env });
  try {
    await eventually("the service is ready", async () => (await get(service.url, "/readyz")).status === 200);
    assert.equal(JSON.parse((await get(service.url, "/readyz")).text), { status: "ready" });
    assert.match(service.output(), `(API reference: http://127.0.0.1:${port}/docs)`);
    for (const path of ["/metrics", "/docs", "/openapi.json", "/openapi-3.0.json"])
      assert.is((await get(service.url, path)).status, 404, path);
    assert.not.match((await get(service.url, "/")).text, /docs|version/);
    assert.is((await get(service.url, "/v1/contacts")).status, 401);
    const details = JSON.parse((await get(port, "/readyz")).text);
    assert.is(details.checks.background, true);
    const { text: metrics } = await get(port, "/metrics");
    assert.match(metrics, /^postledger_build_info/m);
    assert.match(metrics, /process="background"/);
    assert.is((await get(port, "/docs/static/index.html")).status, 200);
    const document = JSON.parse((await get(port, "/openapi.json")).text);
    assert.ok("/v1/emails" in document.paths && "bounced" in document.webhooks);
    const older = JSON.parse((await get(port, "/openapi-3.0.json")).text);
    assert.is(older.openapi, "3.0.3");
    assert.is((await get(port, "/v1/contacts")).status, 404);
    assert.is((await get(port, "/docs")).status, 200);
  } finally {
    await service.stop();
  }
  assert.ok(await get(port, "/healthz").then(() => null, String) !== null, "it ends with the service");
  folder.remove();
});
test("a process without the api role has one too, and describes nothing", async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  const roles = "projector,sender,dispatcher";
  const worker = await startServiceProcess({
    env: { POSTLEDGER_DATA: folder.path, POSTLEDGER_ADMIN_PORT: `${port}`, POSTLEDGER_ROLES: roles }
  });
  try {
    assert.is(worker.url, "");
    assert.is((await get(port, "/healthz")).status, 200);
    const { status, text } = await get(port, "/readyz");
    assert.is(status, 200, text);
    const { checks } = JSON.parse(text);
    assert.equal(checks, { log: true, documents: true });
    assert.match((await get(port, "/metrics")).text, /^postledger_build_info/m);
    assert.is((await get(port, "/openapi.json")).status, 404);
  } finally {
    await worker.stop();
  }
  folder.remove();
});
test("a port that is in use, or that of customers, is refused by name", async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  const first = await startServiceProcess({
    env: { POSTLEDGER_DATA: `${folder.path}/a`, POSTLEDGER_ADMIN_PORT: `${port}` }
  });
  try {
    const refusal = async (env) => String(await startServiceProcess({ env }).then(() => "it started", String));
    assert.match(
      await refusal({ POSTLEDGER_DATA: `${folder.path}/b`, POSTLEDGER_ADMIN_PORT: `${port}` }),
      `Port ${port} of 127.0.0.1 is in use, by another program or by a service that runs already: stop that one, or set POSTLEDGER_ADMIN_PORT to another port.`
    );
    const own = `${await freePort()}`;
    assert.match(
      await refusal({
        ...{ POSTLEDGER_DATA: `${folder.path}/c`, POSTLEDGER_PORT: own, POSTLEDGER_ADMIN_PORT: own }
      }),
      `POSTLEDGER_ADMIN_PORT is ${own}, which is POSTLEDGER_PORT too: choose another one.`
    );
  } finally {
    await first.stop();
  }
  folder.remove();
});
test.run();
//# sourceMappingURL=admin.test.js.map
