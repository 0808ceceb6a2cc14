import { Command, CommanderError } from 'commander';
import { Refusal } from '../commands/kernel/refusal.ts';
import { readSettings, version } from '../config.ts';
import type { ReadModels } from '../projections/readModels.ts';
import { type AnyProjection, openProjection } from '../runtime/fold/projection.ts';
import type { CommandResult } from './answer.ts';
import {
  type Cli,
  type CliDependencies,
  CliError,
  type CliHost,
  type CommandCall,
  type CommonOptions,
  type LedgerCall,
  type Progress,
} from './cli.ts';
import { everyCommand } from './everyCommand.ts';
import { progressed } from './progress.ts';

/** Runs one command line and resolves with the exit code: 0, or 1 with a sentence on stderr. */
export async function runCli(argv: readonly string[], host: CliHost): Promise<number> {
  const json = argv.includes('--json');
  let exitCode = 0;

  const answer = (result: CommandResult | null) => {
    if (result === null) return;
    host.stdout(json ? `${JSON.stringify(result.data, null, 2)}\n` : `${result.text}\n`);
    if (result.failed) exitCode = 1;
  };
  const call = (command: Command): CommandCall => ({
    options: command.optsWithGlobals<CommonOptions & Record<string, string | boolean | undefined>>(),
    args: command.args,
    host,
    get settings() {
      return readSettings(host.env);
    },
  });
  const cli: Cli = {
    action: (command, action) => {
      command.action(async () => answer(await action(call(command))));
    },
    ledgerAction: (command, action) => {
      command.action(async () => {
        const called = call(command);
        const dependencies = await host.open(called.settings);
        try {
          answer(await action({ ...called, ...dependencies, readModel: readModels(called, dependencies) }));
        } finally {
          await dependencies.close();
        }
      });
    },
  };

  try {
    await programOf(cli, host).parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const message = sentence(error);
    host.stderr(json ? `${JSON.stringify({ error: { message } })}\n` : `postledger: ${message}\n`);
    return 1;
  }
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

function programOf(cli: Cli, host: CliHost): Command {
  const program = new Command('postledger')
    .description('Transactional email and SMS service whose only truth is an append-only log.')
    .version(version)
    .option('--json', 'print the answer as JSON')
    .option('--workspace <name-or-id>', 'workspace to act on', 'default')
    .configureHelp({ showGlobalOptions: true });
  for (const add of everyCommand) add(program, cli);
  collectOutput(program, host);
  return program;
}

/** Commander neither ends the process nor prints errors itself: `runCli` does both. */
function collectOutput(command: Command, { stdout, stderr }: Pick<CliHost, 'stdout' | 'stderr'>): void {
  command.exitOverride().configureOutput({ writeOut: stdout, writeErr: stderr, outputError: () => {} });
  for (const sub of command.commands) collectOutput(sub, { stdout, stderr });
}

function sentence(error: unknown): string {
  if (error instanceof CommanderError) {
    if (error.code === 'commander.help') return 'say which command; --help lists them.';
    return error.message.replace(/^error: /, '');
  }
  if (error instanceof Refusal || error instanceof CliError) return error.message;
  // The ports' own errors say what is unavailable; the rest is a fault of the code, so its place is printed.
  if (error instanceof Error && /(Unavailable|Missing|Conflict|Refused|Ahead|Invalid)$/.test(error.name))
    return error.message;
  // What the system refused (a port in use, a full disk) is not a fault of the code either.
  if (error instanceof Error && 'syscall' in error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
