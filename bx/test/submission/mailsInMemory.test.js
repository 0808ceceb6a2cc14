// test/submission/mailsInMemory.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { systemClock } from "../../src/adapters/node/systemClock.js";
import { smtpSubmission } from "../../src/adapters/submission/smtpSubmission.js";
import { NO_HOLD } from "../../src/queues/byteShares.js";
import { heapInUse } from "../support/heapInUse.js";
import { noMetrics, quietLog } from "../support/quietLog.js";
import { smtpTestClient } from "../support/smtpTestClient.js";
var test = suite("mails in memory while they arrive");
var LINES = 2e5;
var HEAD = "Subject: x\r\n\r\n";
test("a mail of dots takes no more of the heap than it has bytes", async () => {
  let arrived = 0;
  let heapBytes = 0;
  const submitted = [];
  const take = (_workspace, bytes) => {
    const before2 = arrived;
    arrived += bytes;
    if (before2 < 2.5 * LINES && arrived >= 2.5 * LINES) heapBytes = heapInUse();
    return true;
  };
  const session = {
    workspace: "w",
    check: async () => {
    },
    hold: () => ({ ...NO_HOLD, take }),
    submit: async (mail) => `${submitted.push(mail)}`
  };
  const listener = { clock: systemClock, log: quietLog, metrics: noMetrics, certificate: null };
  const { port, close } = await smtpSubmission(
    { ...listener, host: "127.0.0.1", port: 0, isImplicitTls: false, maxMailBytes: 1e7 },
    { authenticate: async () => session }
  );
  const client = await smtpTestClient({ port, host: "127.0.0.1", localAddress: "127.0.0.1" });
  const login = `AUTH PLAIN ${Buffer.from("\0x\0key").toString("base64")}`;
  for (const line of ["EHLO x", login, "MAIL FROM:<a@acme.test>", "RCPT TO:<ann@customer.test>", "DATA"])
    await client.say(line);
  const before = heapInUse();
  const answer = await client.say(`${HEAD}${"..\r\n".repeat(LINES)}.`);
  client.socket.destroy();
  await close();
  assert.match(answer, /^250 /);
  assert.ok(submitted[0]?.raw.equals(Buffer.from(`${HEAD}${".\r\n".repeat(LINES)}`)));
  assert.ok(heapBytes - before < 3 * LINES, `${heapBytes - before} bytes of the heap`);
});
test.run();
//# sourceMappingURL=mailsInMemory.test.js.map
