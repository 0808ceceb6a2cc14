// src/cli/commands/analytics.ts
import { Option } from "commander";
import { csvForSpreadsheets } from "../../commands/kernel/csv.js";
import {
  figureColumns,
  figureRow,
  GROUPINGS,
  messageFigures
} from "../../projections/messageFigures.js";
import { recount } from "../../runtime/rebuild/recount.js";
import { listing } from "../answer.js";
import { moment } from "../argumentParsers.js";
import { holdingModels } from "../holdingLeases.js";
import { progressed } from "../progress.js";
import { timeRange } from "../timeRange.js";
import { workspaceNamed } from "../workspaceNamed.js";
var analytics = (program, cli) => {
  const query = program.command("analytics").description("what became of a workspace's messages").command("query").description("messages and recipients by the time of acceptance, and the status that they have now").addOption(new Option("--by <group>", "one row for each").choices(GROUPINGS).default("day")).option("--since <time>", "none accepted before: 2026-03-01T09:00:00Z, or 2h for two hours ago", moment).option("--until <time>", "none accepted after", moment).addOption(
    new Option("--format <format>", "of the rows").choices(["table", "csv", "jsonl"]).default("table")
  ).option("--recount", "count from the log, and not from the read model; takes as long as reading the log");
  cli.ledgerAction(query, figures);
};
async function figures(call) {
  const { id: workspace } = await workspaceNamed(call);
  const { options } = call;
  const by = GROUPINGS.find((grouping) => grouping === options.by) ?? "day";
  const query = { workspace, by, ...timeRange(call) };
  const found = options.recount ? await recounted(call, query) : await messageFigures(await call.readModel("messages"), query);
  const rows = found.map((row) => figureRow(by, row));
  const text = { csv: csvOf, jsonl: jsonLinesOf }[String(options.format)] ?? tableOf;
  return { data: { ...query, rows }, text: text(by, rows) };
}
function recounted(call, query) {
  const { ledger, documents, projections } = call;
  const { messages } = projections;
  return holdingModels(
    call,
    [messages],
    () => progressed(
      call,
      "Counting",
      (onEvents) => recount(
        { store: ledger.store, documents },
        messages,
        onEvents,
        (scratch) => messageFigures(scratch, query)
      )
    )
  );
}
function tableOf(by, rows) {
  const columns = figureColumns(by).filter((column, at) => at < 3 || rows.some((row) => row[column] !== 0));
  const headings = columns.map((column) => column.toUpperCase());
  const cells = rows.map((row) => columns.map((column) => row[column]));
  return listing(headings, cells, "There are no such messages.");
}
var csvOf = (by, rows) => csvForSpreadsheets(figureColumns(by), rows);
var jsonLinesOf = (_, rows) => rows.map((row) => JSON.stringify(row)).join("\n");
export {
  analytics
};
//# sourceMappingURL=analytics.js.map
