// bench/audit.ts
import { hash } from "node:crypto";
import { join } from "node:path";
import { openSqlite } from "../src/adapters/embedded/sqlite.js";
import { prove } from "../src/audit/prove.js";
import { runSealer } from "../src/audit/sealer.js";
import { sealAt, sealsEnd } from "../src/audit/sealStream.js";
import { verifyLog } from "../src/audit/verifyLog.js";
import { ledgerIdOf, openLedger } from "../src/commands/workspace/openLedger.js";
import { readSettings } from "../src/config.js";
import { BEGINNING } from "../src/events/event.js";
import { openLedgerPorts } from "../src/main/ledgerPorts.js";
import { inBenchFolder, secondsOf, spread, timesOf } from "./benchFolder.js";
import { appendMessages } from "./messageLog.js";
import { line, quantile, rate, ratio } from "./report.js";
var EVENTS_A_MESSAGE = 3;
var PROOFS = 200;
var ROUNDS = 5;
var LEDGER_FILE = "ledger.sqlite";
async function run(events = 3e5) {
  await inBenchFolder(async (data) => {
    const ports = await openLedgerPorts(readSettings({ POSTLEDGER_DATA: data }), "error");
    const { store, secrets, ids, log } = ports;
    const ledger = { store, ids, clock: { ...ports.clock, sleep: () => ports.clock.sleep(1) } };
    await openLedger(ledger, secrets);
    const appending = await cpuOf(() => appendMessages(store, Math.ceil(events / EVENTS_A_MESSAGE)));
    const until = Number(await store.head());
    const stop = new AbortController();
    const sealing = await cpuOf(async () => {
      const running = runSealer({ ledger, secrets, log }, stop.signal, () => true);
      while (((await sealsEnd(store)).seal?.data.size ?? 0) < until) await ports.clock.sleep(50);
      stop.abort();
      await running;
    });
    line("processor time an event", `append ${micros(appending, until)}, seal ${micros(sealing, until)}`);
    const ledgerId = await ledgerIdOf(store) ?? "";
    const [scans, verifications] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      scans.push(await secondsOf(async () => scan(data)));
      verifications.push(
        await secondsOf(async () => {
          const { finding } = await verifyLog(store, { ledgerId });
          if (finding !== null) throw new Error(finding.what);
        })
      );
    }
    const [scanned, verified] = [Math.min(...scans), Math.min(...verifications)];
    line(
      `${until.toLocaleString("en")} events`,
      `only read and hashed ${rate(until / scanned)}, verified ${rate(until / verified)}, ratio ${ratio(scanned / verified)}`
    );
    const [{ seal: head }, from] = [await sealsEnd(store), await sealAt(store, 1)];
    if (head === null || from === null) throw new Error("nothing was sealed");
    const times = await timesOf(PROOFS, async (n) => {
      const place = String(1 + spread(n, until)).padStart(BEGINNING.length, "0");
      await prove(store, /* @__PURE__ */ new Set([place]), { from, head });
    });
    line(
      "proof of one event",
      `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`
    );
    await ports.close();
  });
}
function scan(data) {
  const db = openSqlite(join(data, LEDGER_FILE), { readOnly: true, busyTimeoutMs: 0 });
  const rows = db.prepare(
    `SELECT CAST(stream || type || id || at || workspace || data || metadata AS BLOB) FROM events`
  );
  rows.setReturnArrays(true);
  for (const [row] of rows.iterate()) hash("sha256", row);
  db.close();
}
async function cpuOf(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
var micros = (total, events) => `${(total / events).toFixed(1)} \xB5s`;
export {
  run
};
//# sourceMappingURL=audit.js.map
