// src/cli/program.ts
import { Command } from "commander";
import { version } from "../config.js";
import { filePath, personName } from "./argumentParsers.js";
import { everyCommand } from "./everyCommand.js";
import { examples } from "./examples.js";
function programOf(cli, output) {
  const program = new Command("postledger").description("Transactional email and SMS service whose only truth is an append-only log.").version(version).option("--json", "print the answer as JSON").option(
    "--workspace <name-or-id>",
    "workspace to act on; `projections export` and `audit export` take all without it",
    "default"
  ).option("--data <dir>", "data folder, instead of POSTLEDGER_DATA", filePath).option(
    "--as <name>",
    "who you are, for the readers of the log, instead of POSTLEDGER_OPERATOR",
    personName
  ).configureHelp({ showGlobalOptions: true });
  for (const add of everyCommand) add(program, cli);
  collectOutput(program, output);
  for (const { path, command } of actionsOf(program)) {
    const lines = (examples[path] ?? []).map((line) => `  $ postledger ${line}`);
    if (lines.length > 0) command.addHelpText("after", `
Examples:
${lines.join("\n")}`);
  }
  return program;
}
function actionsOf(command, above = "") {
  return command.commands.flatMap((sub) => {
    const path = `${above}${sub.name()}`;
    return sub.commands.length === 0 ? [{ path, command: sub }] : actionsOf(sub, `${path} `);
  });
}
function collectOutput(command, { stdout, stderr }) {
  command.exitOverride().configureOutput({ writeOut: stdout, writeErr: stderr, outputError: () => {
  } });
  for (const sub of command.commands) collectOutput(sub, { stdout, stderr });
}
export {
  actionsOf,
  programOf
};
//# sourceMappingURL=program.js.map
