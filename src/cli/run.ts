import { type Command, CommanderError } from 'commander';
import type { Ledger } from '../commands/kernel/ledger.ts';
import { Refusal } from '../commands/kernel/refusal.ts';
import { readSettings } from '../config.ts';
import { type AnyProjection, openProjection } from '../follow/fold/projection.ts';
import { RevisionConflict } from '../ports/eventStore.ts';
import type { ReadModels } from '../projections/readModels.ts';
import type { CommandResult } from './answer.ts';
import {
  type Cli,
  type CliDependencies,
  CliError,
  type CliHost,
  type CommandCall,
  type CommonOptions,
  type ErrorCode,
  EXIT_CODES,
  type LedgerCall,
  type Progress,
} from './cli.ts';
import { ledgerKeys } from './ledgerKeys.ts';
import { programOf } from './program.ts';
import { progressed } from './progress.ts';

/** As shells report a process that SIGINT ended. */
const INTERRUPTED = 130;

/** Runs one command line and resolves with the exit code: 0, or one of EXIT_CODES with a sentence on stderr. */
export async function runCli(argv: readonly string[], host: CliHost): Promise<number> {
  const json = argv.includes('--json');
  let exitCode = 0;

  const answer = (result: CommandResult | null) => {
    if (result === null) return;
    const text = json ? JSON.stringify(result.data, null, 2) : result.text;
    // An empty line would be a row that is no JSON.
    if (text !== '') host.stdout(`${text}\n`);
    if (result.failed) exitCode = EXIT_CODES.findings;
  };
  const call = (command: Command): CommandCall => {
    const options = command.optsWithGlobals<CommonOptions & Record<string, string | boolean | undefined>>();
    const { data, as: person } = options;
    const env = {
      ...host.env,
      ...(data === undefined ? {} : { POSTLEDGER_DATA: data }),
      ...(person === undefined ? {} : { POSTLEDGER_OPERATOR: person }),
    };
    return {
      options,
      args: command.processedArgs.flat().filter((arg) => arg !== undefined),
      host: { ...host, env },
      get settings() {
        return readSettings(env);
      },
    };
  };
  const sayWhenInterrupted = (what: () => string) =>
    host.onInterrupt?.(() => {
      host.stderr(`postledger: interrupted; ${what()}\n`);
      process.exit(INTERRUPTED);
    });
  const cli: Cli = {
    action: (command, action, interrupted = 'nothing was changed.') => {
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
          const dependencies = { ...opened, ledger, ...(await ledgerKeys(opened)) };
          const readModel = readModels(called, dependencies);
          answer(
            await action({ ...called, ...dependencies, readModel, folded: foldedModels(called, readModel) }),
          );
        } finally {
          await opened.close();
        }
      });
    },
  };

  try {
    await programOf(cli, json ? { ...host, stderr: () => {} } : host).parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const message = sentence(error);
    const code = errorCode(error);
    host.stderr(json ? `${JSON.stringify({ error: { code, message } })}\n` : `postledger: ${message}\n`);
    return EXIT_CODES[code];
  }
}

/** A ledger, and in words what a command has appended to it so far. */
function countingAppends(ledger: Ledger): { readonly ledger: Ledger; appended(): string } {
  const { store } = ledger;
  let asked = 0;
  let done = 0;
  const append: typeof store.append = async (stream, expected, events) => {
    asked += events.length;
    try {
      const result = await store.append(stream, expected, events);
      done += events.length;
      return result;
    } catch (error) {
      if (error instanceof RevisionConflict) asked -= events.length;
      throw error;
    }
  };
  return {
    ledger: { ...ledger, store: { ...store, append } },
    appended: () =>
      asked === 0
        ? 'nothing was written to the log.'
        : `${done} events were written to the log and stay${asked > done ? `; ${asked - done} more may be` : ''}.`,
  };
}

function readModels(
  call: CommandCall,
  { catchUp, documents, projections }: CliDependencies,
): LedgerCall['readModel'] {
  return async (name) => {
    const projection: AnyProjection = projections[name];
    const progress: Progress = (action) =>
      progressed(call, `Folding the read model ${projection.name}`, action);
    await catchUp([projection], progress);
    return (await openProjection(documents, projection)) as ReadModels[typeof name];
  };
}

function foldedModels({ host }: CommandCall, readModel: LedgerCall['readModel']): LedgerCall['folded'] {
  return (name) =>
    readModel(name).catch((error: unknown) => {
      host.stderr(
        `postledger: the read model ${name} could not be folded (${sentence(error)}); what this command did is in the ` +
          'log all the same: do not run it again.\n',
      );
      return null;
    });
}

function errorCode(error: unknown): ErrorCode {
  if (error instanceof CliError) return error.code;
  if (error instanceof CommanderError) return 'usage';
  if (error instanceof Refusal) return error.kind === 'invalid' ? 'usage' : 'not_found';
  const name = error instanceof Error ? error.name : '';
  if (name.endsWith('Unavailable') || isDiskFault(error)) return 'unavailable';
  return name.endsWith('Invalid') ? 'usage' : 'failed';
}

/** As SQLite says that a disk is full, fails, or may not be written. */
const DISK_FAULTS =
  /^(attempt to write a readonly database|disk I\/O error|database or disk is full|unable to open database)/;
const isDiskFault = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_SQLITE_ERROR' &&
  DISK_FAULTS.test(error.message);

function sentence(error: unknown): string {
  if (error instanceof CommanderError) {
    if (error.code === 'commander.help') return 'say which command; --help lists them.';
    return error.message.replace(/^error: /, '');
  }
  if (error instanceof Refusal || error instanceof CliError) return error.message;
  // The ports' own errors say what is unavailable; the rest is a fault of the code, so its place is printed.
  if (error instanceof Error && /(Unavailable|Missing|Conflict|Refused|Ahead|Invalid)$/.test(error.name))
    return error.message;
  if (isDiskFault(error))
    return `the data folder cannot be used: ${error.message}; see whether its disk has room and may be written.`;
  // What the system refused (a port in use, a full disk) is not a fault of the code either.
  if (error instanceof Error && 'syscall' in error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
