// src/cli/audit/export.ts
import { resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import { exportedLines } from "../../audit/exportedLines.js";
import { exportHeader } from "../../audit/exportFormat.js";
import { positionsOf } from "../../audit/sealSearch.js";
import { sealsEnd } from "../../audit/sealStream.js";
import { witnessedSeal } from "../../audit/witness.js";
import { counted } from "../../audit/wording.js";
import { catalogue, categories } from "../../events/catalogue.js";
import { LogDamaged } from "../../ports/eventStore.js";
import { filePath, instant, timeMs } from "../argumentParsers.js";
import { CliError } from "../cli.js";
import { progressBar } from "../progress.js";
import { workspaceNamed } from "../workspaceNamed.js";
import { withExportFile } from "./exportFile.js";
import { sealedLedger } from "./sealedLedger.js";
function addExport(group, cli) {
  const command = group.command("export").description(
    "write the log, or a part of it, as JSON Lines, of all workspaces without --workspace; goes on with a file that was broken off"
  ).argument("<file>", "file that does not exist yet, or that the same command began", filePath).option("--since <time>", "only events from this time or date on", instant).option("--until <time>", "only events before this time or date", instant).option("--stream <name>", "only this stream, or those of a category such as email", streamOrCategory).option("--type <types>", "only events of these types, separated by commas", eventTypes);
  cli.ledgerAction(
    command,
    async (call) => {
      const isOfOne = command.getOptionValueSourceWithGlobals("workspace") === "cli";
      const workspace = isOfOne ? (await workspaceNamed(call)).id : null;
      return exported(call, { ...filterOf(call), workspace });
    },
    "what was exported stays; the same command goes on from there."
  );
}
function eventTypes(text) {
  const unknown = text.split(",").find((type) => !catalogue.has(type));
  if (unknown === void 0) return text;
  throw new InvalidArgumentError(`There is no event type '${unknown}': docs/events.md lists them.`);
}
function streamOrCategory(text) {
  if (categories.some(({ name, stream }) => text === name || text.startsWith(stream("")))) return text;
  throw new InvalidArgumentError("No category of streams is called so: docs/events.md lists them.");
}
function filterOf({ options }) {
  const { stream, type } = options;
  const timeOf = (text) => typeof text === "string" ? new Date(timeMs(text) ?? Number.NaN).toISOString() : null;
  const [since, until] = [timeOf(options.since), timeOf(options.until)];
  if (since !== null && until !== null && until <= since)
    throw new CliError("no time is from --since on and before --until.", "usage");
  return {
    since,
    until,
    stream: typeof stream === "string" ? stream : null,
    types: typeof type === "string" ? type.split(",") : null
  };
}
async function exported(call, filter) {
  const file = resolve(call.args[0] ?? "");
  const { ledgerId } = await sealedLedger(call);
  const { end, held } = await withExportFile(file, exportHeader(ledgerId, filter), async (opened) => ({
    held: opened.held,
    end: opened.ended ?? await write(call, opened, filter)
  })).catch((error) => {
    if (error.code !== "ENOSPC" && error.code !== "EFBIG") throw error;
    throw new CliError(
      `${error.message}: with more room the same command goes on after the last whole line.`
    );
  });
  const seal = end.seal === null ? "no seal" : `seal ${end.seal.seal} of ${end.seal.at}`;
  const before = held === 0 ? "" : ` ${counted(held, "line")} of it were there already.`;
  return {
    data: { file, ledger_id: ledgerId, held, ...end },
    text: `${counted(end.events, "event")} in ${file}, with ${seal}.${before}
SHA-256 ${end.sha256}`
  };
}
async function write(call, opened, filter) {
  const { store } = call.ledger;
  const { seal } = await sealsEnd(store);
  const { after, until } = await positionsOf(store, filter);
  const range = { after: opened.held === 0 ? after : opened.after, until, filter };
  await progressBar(call, "Exporting", null, async (onEvents) => {
    for await (const { lines, events, read } of exportedLines(store, range)) {
      if (events > 0) await opened.append(lines, events);
      onEvents(read);
    }
  });
  if (await store.end() === null)
    throw new LogDamaged("the log is damaged, and only what can be read of it was exported: run doctor");
  return opened.end(seal && witnessedSeal(seal));
}
export {
  addExport
};
//# sourceMappingURL=export.js.map
