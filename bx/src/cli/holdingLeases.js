// src/cli/holdingLeases.ts
import { refuseOtherRedis } from "../main/ledgerOfRedis.js";
import { collectionOf } from "../runtime/fold/projection.js";
import { partitionsOfRole, wholeRole } from "../runtime/follow/partitions.js";
import { CliError } from "./cli.js";
import { dropLeftovers, modelLease } from "./dropLeftovers.js";
var COMMAND_FOLD_LEASE = "projector/commands";
var LEASE_MS = 1e4;
var ASK_AGAIN_MS = 200;
var ROLE_PATIENCE_MS = 2e4;
var SETTLE_MS = 2e3;
async function holdingLeases(dependencies, wanted, action) {
  await refuseOtherRedis(dependencies.leases, dependencies.store);
  const held = [];
  const stillHeld = () => {
    const lost = held.find((lease) => lease.lost.aborted);
    if (lost !== void 0)
      throw new CliError(`the lease ${lost.name} was lost on the way: run the command again.`, "unavailable");
  };
  try {
    for await (const lease of acquireLeases(dependencies, wanted)) held.push(lease);
    return await action(stillHeld);
  } finally {
    await Promise.all(held.map((lease) => lease.release()));
  }
}
async function* acquireLeases({ leases, clock }, { names, patienceMs, refusal }) {
  const endsAtMs = clock.monotonicMs() + patienceMs;
  for (const name of names) {
    let lease = await leases.acquire(name, LEASE_MS);
    while (lease === null) {
      if (clock.monotonicMs() >= endsAtMs) throw new CliError(refusal(name), "unavailable");
      await clock.sleep(ASK_AGAIN_MS);
      lease = await leases.acquire(name, LEASE_MS);
    }
    yield lease;
  }
}
function holdingModels({
  leases,
  ledger,
  documents,
  projections
}, models, action) {
  const byLease = new Map(
    models.map((model) => [modelLease(collectionOf(model).name), model.name])
  );
  const refusal = (lease) => `another command rebuilds or verifies the read model ${byLease.get(lease)}: try again when it has ended.`;
  const wanted = { names: [...byLease.keys()], patienceMs: 0, refusal };
  return holdingLeases({ leases, ...ledger }, wanted, async (stillHeld) => {
    await dropLeftovers({ documents, leases, projections }, new Set(wanted.names));
    return action(stillHeld);
  });
}
function holdingProjector({ leases, partitions, ledger }, action) {
  const whole = wholeRole("projector");
  const refusal = (name) => name === whole || name === COMMAND_FOLD_LEASE ? "another command holds the read models: try again when it has ended." : `a service does not give way: it holds the lease ${name}.`;
  const names = [whole, ...partitionsOfRole("projector", partitions), COMMAND_FOLD_LEASE];
  return holdingLeases(
    { leases, ...ledger },
    { names, patienceMs: ROLE_PATIENCE_MS, refusal },
    async (stillHeld) => {
      await ledger.clock.sleep(SETTLE_MS);
      return action(stillHeld);
    }
  );
}
function holdingEverything({ leases, partitions, ledger }, action) {
  const names = ["projector", "sender", "dispatcher"].flatMap(
    (role) => partitionsOfRole(role, partitions)
  );
  const refusal = () => "a service is running on this ledger: stop it first.";
  return holdingLeases({ leases, ...ledger }, { names, patienceMs: 0, refusal }, action);
}
export {
  COMMAND_FOLD_LEASE,
  holdingEverything,
  holdingLeases,
  holdingModels,
  holdingProjector
};
//# sourceMappingURL=holdingLeases.js.map
