// src/cli/audit/import.ts
import { existsSync } from "node:fs";
import { checkExport, isEnd, parsedLine } from "../../audit/exportFormat.js";
import { EMPTY_TREE, rootOf } from "../../audit/merkleTree.js";
import { treeFold } from "../../audit/treeFold.js";
import { counted } from "../../audit/wording.js";
import { BEGINNING } from "../../events/event.js";
import { filePath } from "../argumentParsers.js";
import { CliError } from "../cli.js";
import { copyEvents } from "../copy/copyEvents.js";
import { openLog } from "../copy/openLog.js";
import { progressBar } from "../progress.js";
import { linesOf } from "./linesOf.js";
var PAGE = 1e3;
var PAGE_BYTES = 4 * 1048576;
function addImport(group, cli) {
  const command = group.command("import").description("make the ledger of an export in an empty data folder or engine, with the same tree").argument("<file>", "what audit export wrote, without a filter", filePath);
  cli.action(command, imported, "what was imported stays; the same command goes on from there.");
}
async function imported(call) {
  const file = call.args[0] ?? "";
  const [{ leafOf }, { ledgerPath }, { systemClock }] = await Promise.all([
    import("../../adapters/leavesFrom.js"),
    import("../../adapters/embedded/log/ledgerFile.js"),
    import("../../adapters/node/systemClock.js")
  ]);
  const { EVENTSTORE_URL, POSTLEDGER_DATA } = call.settings;
  const open = () => openLog(call.settings, { clock: systemClock });
  const isNew = EVENTSTORE_URL === void 0 && !existsSync(ledgerPath(POSTLEDGER_DATA));
  let store = isNew ? null : await open();
  try {
    let there = store && wholeLog(store);
    await there?.to(Number.POSITIVE_INFINITY);
    const held = there?.tree() ?? EMPTY_TREE;
    const { size } = held;
    const checked = await progressBar(
      call,
      "Checking",
      null,
      (onEvents) => checkExport(linesOf(file), { leafOf, size, onEvents })
    ).catch((error) => {
      throw error instanceof RangeError ? new CliError(`${file}: ${error.message}. Nothing was imported.`) : error;
    });
    if (checked.rootAt !== rootOf(held))
      throw new CliError(
        "the ledger is not empty: name an empty data folder or engine. Nothing was imported."
      );
    store ??= await open();
    there ??= wholeLog(store);
    const target = store;
    const { events } = checked.end;
    const order = { atOnce: EVENTSTORE_URL === void 0 ? PAGE : 1 };
    await progressBar(
      call,
      "Importing",
      events - size,
      (onEvents) => copyEvents(target, eventsOf(file, size), order, onEvents)
    );
    await there.to(Number.POSITIVE_INFINITY);
    const root = rootOf(there.tree());
    const isSame = root === rootOf(checked.tree);
    const verdict = isSame ? `The ledger has the tree of the file: root ${root}. Blobs and the master key are not in the file: put the folder blobs and master.key of the old ledger here, then run audit verify.` : "THE TREE IS ANOTHER ONE: something else wrote into the ledger. Empty it and begin again.";
    return {
      data: { events, held: size, root, equal: isSame, seal: checked.end.seal },
      text: `${counted(events - size, "event")} imported${size === 0 ? "" : `; ${size} were there already`}.
${verdict}`,
      failed: !isSame
    };
  } finally {
    await store?.close();
  }
}
var wholeLog = (store) => treeFold(store, { tree: EMPTY_TREE, after: BEGINNING });
async function* eventsOf(file, skipped) {
  let page = [];
  let bytes = 0;
  let left = skipped + 1;
  for await (const line of linesOf(file)) {
    if (left-- > 0) continue;
    const parsed = parsedLine(line.toString());
    if (isEnd(parsed)) break;
    page.push(parsed);
    bytes += line.length;
    if (page.length < PAGE && bytes < PAGE_BYTES) continue;
    yield page;
    page = [];
    bytes = 0;
  }
  yield page;
}
export {
  addImport
};
//# sourceMappingURL=import.js.map
