// test/sender/sms/smsIntake.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { inProcessHints } from "../../../src/adapters/embedded/coordination/hints.js";
import { newEvents } from "../../../src/commands/kernel/ledger.js";
import { workspace } from "../../../src/events/workspace.js";
import { smsCarrierIds } from "../../../src/projections/smsCarrierIds.js";
import { smsNumbers } from "../../../src/projections/smsNumbers.js";
import { foldInto } from "../../../src/runtime/fold/foldInto.js";
import { openProjection } from "../../../src/runtime/fold/projection.js";
import { runSmsIntake } from "../../../src/sender/sms/smsIntake.js";
import { manualClock } from "../../support/manualClock.js";
import { memoryDocuments } from "../../support/memoryDocuments.js";
import { memoryEventStore } from "../../support/memoryEventStore.js";
import { noMetrics, quietLog } from "../../support/quietLog.js";
import { seededIds } from "../../support/seededIds.js";
import { CORRELATION, WORKSPACE } from "../senderBench.js";
var test = suite("the sms intake");
var NUMBER = "+4930";
async function intake(submit) {
  const store = memoryEventStore();
  const clock = manualClock();
  const ledger = { store, clock, ids: seededIds() };
  const documents = memoryDocuments();
  const numbers = await openProjection(documents, smsNumbers);
  const origin = { workspace: WORKSPACE, actor: "operator", correlation: CORRELATION, causation: null };
  const assigned = { type: "SmsNumberAssigned", data: { number: NUMBER } };
  await store.append(workspace.stream(WORKSPACE), "no-stream", newEvents(ledger, origin, [assigned]));
  await foldInto(smsNumbers, numbers, store.log);
  const said = [];
  const stop = new AbortController();
  let submissions = 0;
  const handlers = await new Promise((resolve) => {
    const carrier = {
      receivesEverywhere: true,
      closedForMs: () => 0,
      submit: () => {
        submissions += 1;
        return submit();
      },
      receive: (own, signal) => {
        resolve(own);
        return clock.sleep(1e9, signal);
      },
      close: async () => {
      }
    };
    const dependencies = {
      ...{ ledger, carrier, numbers, hints: inProcessHints(quietLog), metrics: noMetrics, stopReply: "Bye." },
      log: {
        ...quietLog,
        warn: (_, text) => void said.push(text),
        error: (_, text) => void said.push(text)
      },
      carrierIdsPosition: () => store.head(),
      numbersPosition: () => store.head()
    };
    void openProjection(memoryDocuments(), smsCarrierIds).then(
      (carrierIds) => runSmsIntake({ ...dependencies, carrierIds }, stop.signal)
    );
  });
  const receiveStop = (n) => handlers.message({ carrierId: String(n), from: `+49${n}`, to: NUMBER, text: "STOP", part: null });
  return { store, said, receiveStop, stop: () => stop.abort(), submissions: () => submissions };
}
test("a STOP is acknowledged while its answer still waits for the carrier; a hundred wait at most", async () => {
  const { receiveStop, submissions, said, stop } = await intake(() => new Promise(() => {
  }));
  for (let n = 1; n <= 101; n++) assert.is(await receiveStop(n), "recorded");
  assert.is(submissions(), 100);
  assert.equal(said, ["an opt-out was not confirmed by SMS"]);
  stop();
});
test("an answer that fails is said, and changes nothing about the STOP", async () => {
  const { receiveStop, store, said, stop } = await intake(() => Promise.reject(new Error("no carrier")));
  assert.is(await receiveStop(1), "recorded");
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(said, ["an opt-out was not confirmed by SMS"]);
  assert.is(store.log.filter(({ type }) => type === "SmsOptedOut").length, 1);
  stop();
});
test.run();
//# sourceMappingURL=smsIntake.test.js.map
