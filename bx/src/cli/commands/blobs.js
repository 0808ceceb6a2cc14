// src/cli/commands/blobs.ts
import { BEGINNING, plainPosition } from "../../events/event.js";
import { instant } from "../../ports/clock.js";
import { refuseOtherLedger } from "../../projections/ledgerOfReadModels.js";
import { noteSweep } from "../blobs/lastSweep.js";
import { neededBlobs } from "../blobs/neededBlobs.js";
import { CliError } from "../cli.js";
import { progressBar } from "../progress.js";
import { readModelPositions } from "../readModelPositions.js";
var YOUNG_MS = 864e5;
var MAX_NAMED = 100;
var blobs = (program, cli) => {
  const group = program.command("blobs").description("contents that are stored next to the log");
  const sweep = group.command("sweep").description(
    "remove contents that no event refers to and that were last written more than a day ago; the service may go on meanwhile"
  ).option("--dry-run", "remove nothing, and say what would be removed");
  cli.ledgerAction(sweep, sweepOf, "what was removed stays removed; the same command goes on.");
};
async function sweepOf(call) {
  const { ledger, documents, options } = call;
  const dryRun = options.dryRun === true;
  const startedAtMs = ledger.clock.nowMs();
  await mustBeItsLog(call);
  const needed = await progressBar(call, "Reading the log", null, (on) => neededBlobs(ledger.store, on));
  const found = await progressBar(
    call,
    "Looking at blobs",
    null,
    async (on) => {
      const swept = { looked: 0, removed: 0, bytes: 0, names: [] };
      const isNeeded = (sha256) => needed.hashes.has(sha256);
      const putBeforeMs = startedAtMs - YOUNG_MS;
      for await (const { sha256, bytes: bytes2, removed: removed2 } of call.blobs.sweep({ isNeeded, putBeforeMs, dryRun })) {
        swept.looked += 1;
        swept.removed += removed2 ? 1 : 0;
        swept.bytes += removed2 ? bytes2 : 0;
        if (removed2 && swept.names.length < MAX_NAMED) swept.names.push(sha256);
        on(1);
      }
      return swept;
    },
    "blobs"
  );
  const { removed, bytes, names } = found;
  if (!dryRun) await noteSweep(documents, needed.position, { at: instant(startedAtMs), removed, bytes });
  const verb = dryRun ? "would be removed" : removed === 1 ? "was removed" : "were removed";
  return {
    data: { looked_at: found.looked, removed, bytes, dry_run: dryRun, orphans: names },
    text: [
      `Of ${found.looked} blobs ${removed} ${verb}: ${bytes} bytes that no event refers to.`,
      ...names,
      ...removed > names.length ? [`and ${removed - names.length} more`] : []
    ].join("\n")
  };
}
async function mustBeItsLog(call) {
  const head = await call.ledger.store.head();
  if (head === BEGINNING) throw new CliError("the log is empty: no blob is removed because of it.");
  await refuseOtherLedger(call.documents, call.ledger.store);
  const ahead = (await readModelPositions(call)).find(({ position }) => position > head);
  if (ahead !== void 0)
    throw new CliError(
      `the log ends at ${plainPosition(head)}, before what read model ${ahead.projection.name} was folded from: it is not the log that these blobs belong to.`
    );
}
export {
  blobs
};
//# sourceMappingURL=blobs.js.map
