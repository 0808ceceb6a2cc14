// src/cli/run.ts
import { CommanderError } from "commander";
import { Refusal } from "../commands/kernel/refusal.js";
import { readSettings } from "../config.js";
import { openProjection } from "../runtime/fold/projection.js";
import {
  CliError,
  EXIT_CODES
} from "./cli.js";
import { ledgerKeys } from "./ledgerKeys.js";
import { programOf } from "./program.js";
import { progressed } from "./progress.js";
var INTERRUPTED = 130;
async function runCli(argv, host) {
  const json = argv.includes("--json");
  let exitCode = 0;
  const answer = (result) => {
    if (result === null) return;
    const text = json ? JSON.stringify(result.data, null, 2) : result.text;
    if (text !== "") host.stdout(`${text}
`);
    if (result.failed) exitCode = EXIT_CODES.findings;
  };
  const call = (command) => {
    const options = command.optsWithGlobals();
    const { data, as: person } = options;
    const env = {
      ...host.env,
      ...data === void 0 ? {} : { POSTLEDGER_DATA: data },
      ...person === void 0 ? {} : { POSTLEDGER_OPERATOR: person }
    };
    return {
      options,
      args: command.processedArgs.flat().filter((arg) => arg !== void 0),
      host: { ...host, env },
      get settings() {
        return readSettings(env);
      }
    };
  };
  const sayWhenInterrupted = (what) => host.onInterrupt?.(() => {
    host.stderr(`postledger: interrupted; ${what()}
`);
    process.exit(INTERRUPTED);
  });
  const cli = {
    action: (command, action, interrupted = "nothing was changed.") => {
      command.action(async () => {
        sayWhenInterrupted(() => interrupted);
        answer(await action(call(command)));
      });
    },
    ledgerAction: (command, action, interrupted) => {
      command.action(async () => {
        const called = call(command);
        const opened = await host.open(called.settings);
        const { ledger, appended } = countingAppends(opened.ledger);
        sayWhenInterrupted(() => interrupted ?? appended());
        try {
          const dependencies = { ...opened, ledger, ...await ledgerKeys(opened) };
          const readModel = readModels(called, dependencies);
          answer(
            await action({ ...called, ...dependencies, readModel, folded: foldedModels(called, readModel) })
          );
        } finally {
          await opened.close();
        }
      });
    }
  };
  try {
    await programOf(cli, json ? { ...host, stderr: () => {
    } } : host).parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const message = sentence(error);
    const code = errorCode(error);
    host.stderr(json ? `${JSON.stringify({ error: { code, message } })}
` : `postledger: ${message}
`);
    return EXIT_CODES[code];
  }
}
function countingAppends(ledger) {
  const { store } = ledger;
  let asked = 0;
  let done = 0;
  const append = async (stream, expected, events) => {
    asked += events.length;
    const result = await store.append(stream, expected, events);
    done += events.length;
    return result;
  };
  return {
    ledger: { ...ledger, store: { ...store, append } },
    appended: () => asked === 0 ? "nothing was written to the log." : `${done} events were written to the log and stay${asked > done ? `; ${asked - done} more may be` : ""}.`
  };
}
function readModels(call, { catchUp, documents, projections }) {
  return async (name) => {
    const projection = projections[name];
    const progress = (action) => progressed(call, `Folding the read model ${projection.name}`, action);
    await catchUp([projection], progress);
    return await openProjection(documents, projection);
  };
}
function foldedModels({ host }, readModel) {
  return (name) => readModel(name).catch((error) => {
    host.stderr(
      `postledger: the read model ${name} could not be folded (${sentence(error)}); what this command did is in the log all the same: do not run it again.
`
    );
    return null;
  });
}
function errorCode(error) {
  if (error instanceof CliError) return error.code;
  if (error instanceof CommanderError) return "usage";
  if (error instanceof Refusal) return error.kind === "invalid" ? "usage" : "not_found";
  const name = error instanceof Error ? error.name : "";
  if (name.endsWith("Unavailable")) return "unavailable";
  return name.endsWith("Invalid") ? "usage" : "failed";
}
function sentence(error) {
  if (error instanceof CommanderError) {
    if (error.code === "commander.help") return "say which command; --help lists them.";
    return error.message.replace(/^error: /, "");
  }
  if (error instanceof Refusal || error instanceof CliError) return error.message;
  if (error instanceof Error && /(Unavailable|Missing|Conflict|Refused|Ahead|Invalid)$/.test(error.name))
    return error.message;
  if (error instanceof Error && "syscall" in error) return error.message;
  return error instanceof Error ? error.stack ?? error.message : String(error);
}
export {
  runCli
};
//# sourceMappingURL=run.js.map
