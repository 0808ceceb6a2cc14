// test/commands/openLedger.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { sealedSecrets } from "../../src/adapters/node/sealedSecrets.js";
import { ledgerIdOf, masterKeyChangedAt, openLedger } from "../../src/commands/workspace/openLedger.js";
import { openWorkspace, workspaceNamed } from "../../src/commands/workspace/openWorkspace.js";
import { refuseOtherLedger } from "../../src/projections/ledgerOfReadModels.js";
import { rejection } from "../contract/eventStore/events.js";
import { manualClock } from "../support/manualClock.js";
import { memoryDocuments } from "../support/memoryDocuments.js";
import { memoryEventStore } from "../support/memoryEventStore.js";
import { seededIds } from "../support/seededIds.js";
var by = { actor: "operator", correlation: "c", causation: null };
function newLedger(seed) {
  const ids = seededIds(seed);
  const ledger = { store: memoryEventStore(), clock: manualClock(), ids };
  const secrets = (key, ...previous) => sealedSecrets(
    Buffer.alloc(32, key),
    ids,
    previous.map((one) => Buffer.alloc(32, one))
  );
  return { ledger, store: ledger.store, secrets };
}
var ledgers = suite("opening a ledger");
ledgers("it is opened once, whatever number of processes start at the same time", async () => {
  const { ledger, store, secrets } = newLedger("one");
  await Promise.all([1, 2, 3, 4].map(() => openLedger(ledger, secrets(7))));
  await openLedger(ledger, secrets(7));
  assert.equal(
    store.log.map(({ type, stream }) => [type, stream]),
    [["LedgerOpened", "ledger"]]
  );
});
ledgers("no two ledgers share the id of a workspace of one name", async () => {
  const ids = [];
  for (const seed of ["one", "two"]) {
    const { ledger, secrets } = newLedger(seed);
    await openLedger(ledger, secrets(7));
    ids.push((await openWorkspace(ledger, by, "default")).id);
    assert.is((await openWorkspace(ledger, by, "default")).id, ids.at(-1));
  }
  assert.is.not(ids[0], ids[1]);
});
ledgers("another master key is refused by name, and nothing is written", async () => {
  const { ledger, store, secrets } = newLedger("one");
  await openLedger(ledger, secrets(7));
  const refused = await rejection(openLedger(ledger, secrets(8)));
  assert.is(refused.name, "MasterKeyRefused");
  assert.match(refused.message, `ledger ${await ledgerIdOf(store)}`);
  assert.match(refused.message, "POSTLEDGER_MASTER_KEY");
  assert.is(store.log.length, 1);
});
ledgers(
  "a new master key is written down once, at the first start with both; then the old one alone is refused",
  async () => {
    const { ledger, store, secrets } = newLedger("one");
    await openLedger(ledger, secrets(7));
    ledger.clock.pass(6e4);
    assert.is(await masterKeyChangedAt(store, secrets(8, 7)), null);
    await Promise.all([1, 2, 3].map(() => openLedger(ledger, secrets(8, 7))));
    assert.equal(
      store.log.map(({ type }) => type),
      ["LedgerOpened", "MasterKeyChanged"]
    );
    assert.is(await masterKeyChangedAt(store, secrets(8, 7)), store.log[1]?.metadata.at);
    await openLedger(ledger, secrets(8));
    assert.is((await rejection(openLedger(ledger, secrets(7)))).name, "MasterKeyRefused");
    assert.is((await rejection(openLedger(ledger, secrets(9, 7)))).name, "MasterKeyRefused");
    assert.is(store.log.length, 2);
  }
);
ledgers("a workspace is found by name and by id, without a read model", async () => {
  const { ledger, store, secrets } = newLedger("one");
  assert.is(await workspaceNamed(store, "default"), null);
  await openLedger(ledger, secrets(7));
  assert.is(await workspaceNamed(store, "default"), null);
  const { id } = await openWorkspace(ledger, by, "default");
  await openWorkspace(ledger, by, id);
  for (const nameOrId of ["default", id, id.toUpperCase()])
    assert.equal(await workspaceNamed(store, nameOrId), { id, name: "default" });
  assert.is(await workspaceNamed(store, "x".repeat(1e3)), null);
});
ledgers("read models of another ledger are refused by name, and nothing is folded", async () => {
  const [one, two] = [newLedger("one"), newLedger("two")];
  const documents = memoryDocuments();
  await refuseOtherLedger(documents, one.store);
  for (const { ledger, secrets } of [one, two]) await openLedger(ledger, secrets(7));
  await refuseOtherLedger(documents, one.store);
  await refuseOtherLedger(documents, one.store);
  const refused = await rejection(refuseOtherLedger(documents, two.store));
  assert.is(refused.name, "ReadModelsRefused");
  assert.match(refused.message, `of ledger ${await ledgerIdOf(one.store)}, and`);
  assert.match(refused.message, `is ledger ${await ledgerIdOf(two.store)}:`);
});
ledgers.run();
//# sourceMappingURL=openLedger.test.js.map
