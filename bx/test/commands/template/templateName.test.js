// test/commands/template/templateName.test.ts
import fc from "fast-check";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { foldStream } from "../../../src/commands/kernel/decider.js";
import { Refusal } from "../../../src/commands/kernel/refusal.js";
import {
  changeTemplate,
  createTemplate,
  deleteTemplate
} from "../../../src/commands/template/changeTemplate.js";
import { templateDecider } from "../../../src/commands/template/template.js";
import { EventStoreUnavailable } from "../../../src/ports/eventStore.js";
import { manualClock } from "../../support/manualClock.js";
import { memoryEventStore } from "../../support/memoryEventStore.js";
import { seededIds } from "../../support/seededIds.js";
import { SEED } from "../../support/testRun.js";
var test = suite("templateName");
var origin = { workspace: "w1", actor: "key:k", correlation: "c", causation: null };
var fields = async () => ({
  name: "Name",
  subject: "Subject",
  html: null,
  text: { inline: "Text" },
  variables: { inline: "{}" }
});
var ledgerOn = (store, seed = "a") => ({
  store,
  // The pauses between races are for processes; here the order of steps is the test's.
  clock: { ...manualClock(), sleep: async () => {
  } },
  ids: seededIds(seed)
});
function namesIn({ log }) {
  const streams = new Set(log.map(({ stream }) => stream).filter((stream) => stream.startsWith("template-")));
  return [...streams].map(
    (stream) => foldStream(
      templateDecider,
      log.filter((event) => event.stream === stream)
    )
  ).filter((state) => state !== "none" && state !== "deleted").map(({ friendlyName }) => friendlyName);
}
async function refusedName(attempt) {
  const error = await attempt.then(
    () => null,
    (reason) => reason
  );
  assert.instance(error, Refusal);
  assert.is(error.issues[0]?.path, "/friendly_name");
}
function dyingAfter(store, survives) {
  let appends = 0;
  return {
    ...store,
    append: (...call) => {
      if (appends++ >= survives) return Promise.reject(new EventStoreUnavailable("killed"));
      return store.append(...call);
    }
  };
}
test("a name in use is refused, and in another workspace free", async () => {
  const ledger = ledgerOn(memoryEventStore());
  await createTemplate(ledger, origin, "welcome", fields);
  await refusedName(createTemplate(ledger, origin, "welcome", fields));
  await createTemplate(ledger, { ...origin, workspace: "w2" }, "welcome", fields);
});
test("a name is free again after deletion and after renaming", async () => {
  const ledger = ledgerOn(memoryEventStore());
  const { templateId } = await createTemplate(ledger, origin, "welcome", fields);
  await changeTemplate(ledger, origin, templateId, { friendlyName: "hello" });
  const second = await createTemplate(ledger, origin, "welcome", fields);
  await refusedName(changeTemplate(ledger, origin, templateId, { friendlyName: "welcome" }));
  await deleteTemplate(ledger, origin, second.templateId);
  await changeTemplate(ledger, origin, templateId, { friendlyName: "welcome" });
  await refusedName(createTemplate(ledger, origin, "welcome", fields));
  await createTemplate(ledger, origin, "hello", fields);
});
test("a crash between claim and creation blocks the name for nobody", async () => {
  const store = memoryEventStore();
  const killed = createTemplate(ledgerOn(dyingAfter(store, 1), "dead"), origin, "welcome", fields);
  assert.instance(await killed.catch((error) => error), EventStoreUnavailable);
  assert.is(store.log.length, 1, "the claim was written");
  await createTemplate(ledgerOn(store), origin, "welcome", fields);
  assert.equal(namesIn(store), ["welcome"]);
});
test("a crash anywhere in a renaming blocks neither name", async () => {
  for (const survives of [0, 1, 2]) {
    const store = memoryEventStore();
    const ledger = ledgerOn(store);
    const { templateId } = await createTemplate(ledger, origin, "old", fields);
    const dying = ledgerOn(dyingAfter(store, survives));
    await changeTemplate(dying, origin, templateId, { friendlyName: "new" }).catch(() => {
    });
    const [name] = namesIn(store);
    const free = name === "old" ? "new" : "old";
    await createTemplate(ledger, origin, free, fields);
    await refusedName(createTemplate(ledger, origin, name ?? "", fields));
    assert.equal(namesIn(store).sort(), ["new", "old"]);
  }
});
test("a lost release after deletion blocks nothing", async () => {
  const store = memoryEventStore();
  const ledger = ledgerOn(store);
  const { templateId } = await createTemplate(ledger, origin, "welcome", fields);
  await deleteTemplate(ledgerOn(dyingAfter(store, 1)), origin, templateId);
  await createTemplate(ledger, origin, "welcome", fields);
});
test("another workspace\u2019s template is unknown", async () => {
  const ledger = ledgerOn(memoryEventStore());
  const { templateId } = await createTemplate(ledger, origin, "welcome", fields);
  const foreign = { ...origin, workspace: "w2" };
  for (const attempt of [
    changeTemplate(ledger, foreign, templateId, {}),
    deleteTemplate(ledger, foreign, templateId)
  ]) {
    const error = await attempt.catch((reason) => reason);
    assert.is(error.kind, "notFound");
  }
});
test("of many racing creations exactly one succeeds", async () => {
  const store = memoryEventStore();
  const racers = Array.from(
    { length: 20 },
    (_, n) => createTemplate(ledgerOn(store, `racer ${n}`), origin, "welcome", fields)
  );
  const outcomes = await Promise.allSettled(racers);
  assert.is(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  for (const outcome of outcomes) if (outcome.status === "rejected") assert.instance(outcome.reason, Refusal);
  assert.equal(namesIn(store), ["welcome"]);
});
test("in no order of steps do two templates hold one name", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(5), { minLength: 3, maxLength: 8 }), async (s, plan) => {
      const memory = memoryEventStore();
      const steady = ledgerOn(memory, "steady");
      const first = await createTemplate(steady, origin, "a", fields);
      const second = await createTemplate(steady, origin, "b", fields);
      const scheduled = {
        ...memory,
        append: s.scheduleFunction(memory.append),
        readStream: s.scheduleFunction(memory.readStream)
      };
      const acts = plan.map((act, n) => {
        const ledger = ledgerOn(scheduled, `act ${n}`);
        const name = "abc"[act % 3] ?? "a";
        if (act < 3 && n % 2 === 0) return createTemplate(ledger, origin, name, fields);
        const { templateId } = act % 2 === 0 ? first : second;
        return act === 5 ? deleteTemplate(ledger, origin, templateId) : changeTemplate(ledger, origin, templateId, { friendlyName: name });
      });
      const settled = Promise.allSettled(acts);
      await s.waitFor(settled);
      const names = namesIn(memory);
      assert.is(new Set(names).size, names.length, `held twice: ${names}`);
    }),
    { numRuns: 300, seed: SEED + 11 }
  );
});
test.run();
//# sourceMappingURL=templateName.test.js.map
