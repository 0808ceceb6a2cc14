// test/adapters/mongodb/deadline.test.ts
import { MongoError, MongoNetworkError } from "mongodb";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { mongoCalls } from "../../../src/adapters/mongodb/deadline.js";
import { DocumentsUnavailable } from "../../../src/ports/documents.js";
import { quietLog } from "../../support/quietLog.js";
var test = suite("calls to MongoDB");
var call = mongoCalls({ connect: async () => {
} }, quietLog);
var brokenSocket = (code) => Object.assign(new Error(`write ${code}`), { code });
function failing(...faults) {
  let attempts = 0;
  return async () => {
    const fault = faults[attempts++];
    if (fault !== void 0) throw fault;
    return `answered at attempt ${attempts}`;
  };
}
test("a connection that broke is no fault of the call, also where the driver passes the error of the socket on", async () => {
  for (const fault of [
    new MongoNetworkError("connection closed"),
    brokenSocket("ECONNRESET"),
    brokenSocket("EPIPE"),
    brokenSocket("ERR_STREAM_DESTROYED")
  ])
    assert.is(
      await call(1e3, DocumentsUnavailable, failing(fault)),
      "answered at attempt 2",
      fault.message
    );
});
test("one that stays broken makes the documents unavailable", async () => {
  const faults = Array.from({ length: 50 }, () => brokenSocket("ECONNRESET"));
  const error = await call(300, DocumentsUnavailable, failing(...faults)).then(
    () => null,
    (fault) => fault
  );
  assert.instance(error, DocumentsUnavailable);
  assert.match(error.message, "ECONNRESET");
});
test("a client that answers nothing for long is opened again, once in that time, and a short outage leaves it alone", async () => {
  const seen = [];
  let isHanging = true;
  const client = {
    connect: async () => void seen.push("connect"),
    close: async () => {
      seen.push("close");
      isHanging = false;
    }
  };
  const calls = mongoCalls(client, quietLog, { renewAfterMs: 200 });
  const answer = () => isHanging ? new Promise(() => {
  }) : Promise.resolve("answered");
  const asked = (ms) => calls(ms, DocumentsUnavailable, answer).catch(({ name }) => name);
  assert.is(await asked(50), "DocumentsUnavailable");
  isHanging = false;
  assert.is(await asked(50), "answered");
  await new Promise((resolve) => setTimeout(resolve, 250));
  isHanging = true;
  assert.is(await asked(50), "DocumentsUnavailable");
  assert.equal(seen, ["connect"], "it answered between the two outages");
  assert.is(await asked(250), "DocumentsUnavailable");
  assert.equal(seen, ["connect", "close"]);
  assert.is(await asked(50), "answered");
  assert.equal(seen, ["connect", "close", "connect"]);
});
test("a pool whose connections never come back counts as an outage", async () => {
  const exhausted = Object.defineProperty(new MongoError("no connection"), "name", {
    value: "MongoWaitQueueTimeoutError"
  });
  assert.is(await call(1e3, DocumentsUnavailable, failing(exhausted)), "answered at attempt 2");
});
test("a defect of our own is not hidden", async () => {
  const error = await call(1e3, DocumentsUnavailable, failing(new TypeError("no such field"))).then(
    () => null,
    (fault) => fault
  );
  assert.instance(error, TypeError);
});
test.run();
//# sourceMappingURL=deadline.test.js.map
