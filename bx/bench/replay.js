// bench/replay.ts
import { readSettings } from "../src/config.js";
import { BEGINNING } from "../src/events/event.js";
import { openLedgerPorts } from "../src/main/ledgerPorts.js";
import { projectionsFor } from "../src/projections/readModels.js";
import { openProjection } from "../src/runtime/fold/projection.js";
import { foldLog } from "../src/runtime/rebuild/foldLog.js";
import { inBenchFolder, secondsOf } from "./benchFolder.js";
import { appendMessages } from "./messageLog.js";
import { line, median, rate, ratio } from "./report.js";
var MESSAGES = 4e4;
var ROUNDS = 3;
async function run() {
  await inBenchFolder(async (data) => {
    const ports = await openLedgerPorts(readSettings({ POSTLEDGER_DATA: data }), "error");
    const events = await appendMessages(ports.store, MESSAGES);
    const { dailyAnalytics, emailOutbox } = projectionsFor(1);
    const projections = { dailyAnalytics, emailOutbox };
    const scans = [];
    const folds = {};
    for (let round = 0; round < ROUNDS; round++) {
      scans.push(events / await secondsOf(() => scan(ports.store)));
      for (const [name, projection] of Object.entries(projections)) {
        const fresh = { ...projection, name: `${projection.name}_${round}` };
        const collection = await openProjection(ports.documents, fresh);
        const target = { projection: fresh, collection };
        const seconds = await secondsOf(() => foldLog(ports.store, [target], BEGINNING));
        folds[name] = [...folds[name] ?? [], events / seconds];
      }
    }
    line(`bare reading of ${events.toLocaleString("en")} events`, rate(median(scans)));
    for (const [name, speeds] of Object.entries(folds)) {
      line(
        `through the projection ${name}`,
        `${rate(median(speeds))}, ratio ${ratio(median(speeds) / median(scans))}`
      );
    }
    await ports.close();
  });
}
async function scan(store) {
  for (let after = BEGINNING; ; ) {
    const batch = await store.readAll({ after, limit: 2e3 });
    if (batch.caughtUp) return;
    after = batch.position;
  }
}
export {
  run
};
//# sourceMappingURL=replay.js.map
