// bench/export.ts
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { exportedLines } from "../src/audit/exportedLines.js";
import { exportHeader } from "../src/audit/exportFormat.js";
import { withExportFile } from "../src/cli/audit/exportFile.js";
import { readSettings } from "../src/config.js";
import { BEGINNING } from "../src/events/event.js";
import { openLedgerPorts } from "../src/main/ledgerPorts.js";
import { inBenchFolder, secondsOf } from "./benchFolder.js";
import { appendMessages } from "./messageLog.js";
import { line, median, rate, ratio } from "./report.js";
var MESSAGES = 4e4;
var ROUNDS = 3;
var MIB = 1048576;
var ALL = { since: null, until: null, workspace: null, stream: null, types: null };
async function run() {
  await inBenchFolder(async (data) => {
    const { store, close } = await openLedgerPorts(readSettings({ POSTLEDGER_DATA: data }), "error");
    const events = await appendMessages(store, MESSAGES);
    const exports = [];
    const copies = [];
    for (let round = 0; round < ROUNDS; round++) {
      const file = join(data, `${round}.jsonl`);
      const seconds = await secondsOf(
        () => withExportFile(file, exportHeader("bench", ALL), async (opened) => {
          const range = { after: BEGINNING, until: await store.head(), filter: null };
          for await (const page of exportedLines(store, range)) await opened.append(page.lines, page.events);
          return opened.end(null);
        })
      );
      const { size } = statSync(file);
      const copying = await secondsOf(async () => {
        execFileSync("cp", [file, `${file}.copy`]);
        execFileSync("sync", [`${file}.copy`]);
      });
      exports.push(size / MIB / seconds);
      copies.push(size / MIB / copying);
      line(`${events.toLocaleString("en")} events exported`, rate(events / seconds));
    }
    line(
      "MiB of lines",
      `export ${rate(median(exports))}, cp ${rate(median(copies))}, ratio ${ratio(median(exports) / median(copies))}`
    );
    await close();
  });
}
export {
  run
};
//# sourceMappingURL=export.js.map
