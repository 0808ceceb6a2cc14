// test/cli/doctorIntake.test.ts
import { once } from "node:events";
import { createServer as createHttp } from "node:http";
import { createServer } from "node:net";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { intakeChecks } from "../../src/cli/doctor/intakeChecks.js";
import { readSettings } from "../../src/config.js";
import { closeReader, intakeFixture } from "../intake/intakeFixture.js";
import { freePort } from "../servers/servers.js";
import { listeningIntake } from "../support/listeningIntake.js";
import { noMetrics } from "../support/quietLog.js";
var test = suite("doctor and the bounce intake");
test.after(closeReader);
async function listening(server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: server.address().port };
}
async function found(intakePort, servicePort) {
  const settings = readSettings({
    POSTLEDGER_BOUNCE_PORT: `${intakePort}`,
    POSTLEDGER_PORT: `${servicePort}`,
    POSTLEDGER_BOUNCE_DOMAIN: "b.example.com"
  });
  const check = intakeChecks(settings, Date.now()).find(({ name }) => name === "bounce intake, listening");
  return check?.run();
}
test("one that answers is fine", async () => {
  const { intake, port } = listeningIntake("b.example.com");
  const stop = new AbortController();
  const handler = { accepts: () => "yes", take: async () => "taken" };
  const running = intake.receive(handler, stop.signal);
  const at = await port;
  assert.equal(await found(at, await freePort()), { ok: true, says: `answers at 127.0.0.1:${at}` });
  stop.abort();
  await running;
});
test("another server on its port is named by its greeting", async () => {
  const { server, port } = await listening(
    createServer((socket) => socket.end("220 mx.example.net ESMTP Postfix\r\n"))
  );
  const result = await found(port, await freePort());
  assert.is(result?.ok, false);
  assert.match(result?.says ?? "", "another server answers");
  assert.match(result?.says ?? "", "ESMTP Postfix");
  server.close();
});
test("silence is wrong next to a running service, and nothing to say without one", async () => {
  const intakePort = await freePort();
  const { ok, says } = await found(intakePort, await freePort()) ?? {};
  assert.is(ok, true);
  assert.match(says ?? "", "no service runs here");
  const { server, port } = await listening(createHttp((_, response) => response.end("{}")));
  const next = await found(intakePort, port);
  assert.is(next?.ok, false);
  assert.match(next?.says ?? "", `does not answer at 127.0.0.1:${intakePort}`);
  server.close();
});
test("the gauge says whether it listens", async () => {
  const shown = [];
  const metrics = {
    ...noMetrics,
    gauge: (name, value) => {
      if (name === "postledger_intake_listening") shown.push(value);
    }
  };
  const fixture = await intakeFixture({ metrics });
  assert.equal(shown, [1]);
  await fixture.close();
  assert.equal(shown, [1, 0]);
});
test.run();
//# sourceMappingURL=doctorIntake.test.js.map
