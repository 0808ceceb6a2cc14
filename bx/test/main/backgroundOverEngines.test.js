// test/main/backgroundOverEngines.test.ts
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { eventually } from "../e2e/eventually.js";
import { childDouble } from "../support/childDouble.js";
import { missingLinux } from "../support/missingTool.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { fileSkipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var missing = missingLinux();
if (missing !== null) fileSkipped(missing);
var test = suite("a service of two processes over an engine, without Redis");
test("accepts in one and works in the other, which is replaced when it dies", async () => {
  const folder = temporaryFolder();
  const double = await childDouble(join(folder.path, "eventstore"));
  const service = await startServiceProcess({
    env: {
      POSTLEDGER_DATA: join(folder.path, "data"),
      POSTLEDGER_MASTER_KEY: "a1".repeat(32),
      EVENTSTORE_URL: double.url
    }
  });
  const headers = { authorization: `Bearer ${service.firstKey}`, "content-type": "application/json" };
  const send = async (idempotencyKey) => {
    const mail = { from: "a@b.test", to: "transactional@example.com", subject: "s", text: "t" };
    const answer = await fetch(`${service.url}/v1/emails`, {
      method: "POST",
      headers: { ...headers, "idempotency-key": idempotencyKey },
      body: JSON.stringify(mail)
    });
    return answer.status;
  };
  const delivered = async () => {
    const answer = await fetch(`${service.url}/v1/analytics`, { headers });
    return (await answer.json()).totals.delivered;
  };
  const children = () => readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, "latin1").trim().split(" ").filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("backgroundProcess"));
  try {
    const [background] = children();
    assert.is(await send("one"), 202);
    await eventually("it is delivered", async () => await delivered() === 1);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    assert.match(metrics, /postledger_consumer_events_total\{[^}]*process="background"\} [1-9]/);
    process.kill(Number(background), "SIGKILL");
    assert.is(await send("two"), 202);
    await eventually("it is delivered by the next", async () => await delivered() === 2);
    assert.is(children().length, 1);
    assert.is.not(children()[0], background);
  } finally {
    await service.stop();
    await double.kill();
    folder.remove();
  }
});
test.run();
//# sourceMappingURL=backgroundOverEngines.test.js.map
