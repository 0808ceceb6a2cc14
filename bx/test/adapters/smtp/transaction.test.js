// test/adapters/smtp/transaction.test.ts
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { transact } from "../../../src/adapters/smtp/transaction.js";
var test = suite("a transaction that goes on at another host");
var MAIL = {
  sender: "me@a.example",
  reportsComeBack: false,
  recipient: "you@b.example",
  raw: Buffer.from("Subject: hi\r\n\r\ntext\r\n"),
  deliveryId: "6b1f1f0e-0000-4000-8000-000000000001",
  workspace: "w"
};
var BEGIN_MS = 9e4;
var PUT_OFF = { code: "EENVELOPE", command: "MAIL FROM", responseCode: 451, response: "451 not now" };
var ENDED = { code: "ECONNECTION" };
async function othersAfter(failure, standsStillMs) {
  const realNow = performance.now;
  let stoodStillMs = 0;
  let others = 0;
  const session = {
    server: { host: "mx.b.example", address: "192.0.2.1", tls: null },
    transactions: 0,
    reset: async () => {
    },
    destroy: () => {
    },
    async send() {
      stoodStillMs += standsStillMs;
      throw Object.assign(new Error("it failed"), failure);
    }
  };
  const pool = {
    acquire: async () => session,
    release: () => {
    },
    replace: async () => {
      others++;
      return session;
    }
  };
  performance.now = () => realNow.call(performance) + stoodStillMs;
  try {
    const options = { beginMs: BEGIN_MS, answerMs: 1e3, successReports: false };
    await transact(pool, MAIL, { ...options, openOther: async () => session });
  } finally {
    performance.now = realNow;
  }
  return others;
}
for (const [what, failure] of Object.entries({ "puts off the sender": PUT_OFF, "hangs up": ENDED })) {
  test(`a host that ${what} is left for others, also where it took all its time`, async () => {
    assert.ok(await othersAfter(failure, 0) > 0);
    assert.ok(await othersAfter(failure, BEGIN_MS) > 0);
  });
  test(`but not where the process stood still: another may have taken the mail (${what})`, async () => {
    assert.is(await othersAfter(failure, BEGIN_MS + 6e4), 0);
  });
}
test("a connection that the server has ended after a refusal is no fault of its site: the next one is asked", async () => {
  const session = (transactions, send) => ({
    server: { host: "mx.b.example", address: "192.0.2.1", tls: null },
    transactions,
    send,
    destroy: () => {
    }
  });
  const stale = session(1, async () => {
    throw Object.assign(new Error("it ended"), ENDED);
  });
  const fresh = session(0, async (_, message) => {
    const stream = new PassThrough().resume();
    message.writeTo(stream);
    await once(stream, "end");
    return "250 ok";
  });
  const left = [stale, fresh];
  const pool = { acquire: async () => left.shift(), release: () => {
  } };
  const transaction = await transact(pool, MAIL, {
    beginMs: BEGIN_MS,
    answerMs: 1e3,
    successReports: false
  });
  assert.equal([transaction.ended, left.length], ["taken", 0]);
});
test.run();
//# sourceMappingURL=transaction.test.js.map
