// test/main/intakeState.test.ts
import { createServer } from "node:net";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { eventually } from "../e2e/eventually.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("issue 27, 2: whether bounces are received");
test("/readyz and a gauge say that another server has the port of the intake, and that it is ours again", async () => {
  const folder = temporaryFolder();
  const other = createServer((socket) => socket.end());
  await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address();
  const env = { POSTLEDGER_DATA: folder.path, POSTLEDGER_BOUNCE_PORT: String(port) };
  const service = await startServiceProcess({ env });
  const state = async () => {
    const answer = await fetch(`${service.url}/readyz`);
    assert.is(answer.status, 200, "requests are answered all the while");
    return (await answer.json()).intake;
  };
  const gauge = async () => /^postledger_intake_listening\{process="background"\} (\d)$/m.exec(
    await (await fetch(`${service.url}/metrics`)).text()
  )?.[1];
  await eventually("it cannot listen", async () => await state() === "not listening");
  assert.is(await gauge(), "0");
  await new Promise((resolve) => other.close(resolve));
  await eventually("it listens", async () => await state() === "listening");
  await eventually("the gauge says so", async () => await gauge() === "1");
  await service.stop();
  folder.remove();
});
test("without a port for bounces nothing is said of them", async () => {
  const folder = temporaryFolder();
  const service = await startServiceProcess({ env: { POSTLEDGER_DATA: folder.path } });
  await eventually("the route is known", async () => {
    const body = await (await fetch(`${service.url}/readyz`)).json();
    assert.not.ok("intake" in body);
    return "mail" in body;
  });
  await service.stop();
  folder.remove();
});
test.run();
//# sourceMappingURL=intakeState.test.js.map
