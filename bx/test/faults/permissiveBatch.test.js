// test/faults/permissiveBatch.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { eventually } from "../e2e/eventually.js";
import { nodeArguments } from "../support/project.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { smtpSink } from "../support/smtpSink.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("a permissive batch under SIGKILL");
var CRASHING = nodeArguments("test/faults/crashingService");
var addressOf = (n) => `person${n}@receiver.test`;
var INVALID = [0, 3];
var body = JSON.stringify(
  [0, 1, 2, 3, 4, 5].map((n) => ({
    ...{ from: "a@sender.test", subject: "s", text: "t" },
    to: INVALID.includes(n) ? "nobody" : addressOf(n)
  }))
);
async function send(url, key) {
  const answer = await fetch(`${url}/emails/batch`, {
    ...{ method: "POST", body },
    headers: {
      ...{ authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...{ "idempotency-key": "the batch", "x-batch-validation": "permissive" }
    }
  });
  assert.is(answer.status, 200);
  return await answer.json();
}
for (const [step, nth] of [
  ["after-append:EmailAccepted", 1],
  ["before-append:EmailAccepted", 3],
  ["after-append:EmailAccepted", 4]
]) {
  test(`killed at ${step} the ${nth}. time: the retry queues each valid element once`, async () => {
    const folder = temporaryFolder();
    const sink = await smtpSink();
    const env = { POSTLEDGER_DATA: folder.path, POSTLEDGER_LOG_LEVEL: "error", SMTP_URL: sink.url };
    const doomed = await startServiceProcess({ env, program: CRASHING, args: [step, String(nth)] });
    const key = doomed.firstKey ?? "";
    const lost = await send(doomed.url, key).then(
      () => false,
      () => true
    );
    assert.ok(lost, "the service was killed before it could answer");
    await doomed.ended;
    const service = await startServiceProcess({ env });
    const answers = [await send(service.url, key), await send(service.url, key)];
    assert.equal(answers[1], answers[0]);
    assert.is(new Set(answers[0]?.data.map(({ id }) => id)).size, 4);
    assert.equal(
      answers[0]?.errors.map(({ index }) => index),
      INVALID
    );
    await eventually("four mails", () => sink.received.length >= 4);
    await service.stop();
    assert.equal(sink.received.map(({ recipient }) => recipient).sort(), [1, 2, 4, 5].map(addressOf));
    await sink.close();
    folder.remove();
  });
}
test.run();
//# sourceMappingURL=permissiveBatch.test.js.map
