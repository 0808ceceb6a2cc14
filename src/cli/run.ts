import { Command, CommanderError } from 'commander';
import { Refusal } from '../commands/kernel/refusal.ts';
import { readSettings, SettingsInvalid, version } from '../config.ts';
import type { CommandResult } from './answer.ts';
import type { Call, Cli, CommonOptions, Surroundings } from './cli.ts';
import { CliError } from './cliError.ts';
import { everyCommand } from './everyCommand.ts';

/** Runs one command line and resolves with the exit code: 0, or 1 with a sentence on stderr. */
export async function runCli(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const json = argv.includes('--json');
  let exitCode = 0;

  const answer = (given: CommandResult | null) => {
    if (given === null) return;
    surroundings.stdout(json ? `${JSON.stringify(given.data, null, 2)}\n` : `${given.text}\n`);
    if (given.failed) exitCode = 1;
  };
  const call = (command: Command): Call => ({
    options: command.optsWithGlobals<CommonOptions & Record<string, string | boolean | undefined>>(),
    args: command.args,
    surroundings,
    get settings() {
      return readSettings(surroundings.env);
    },
  });
  const cli: Cli = {
    does: (command, action) => {
      command.action(async () => answer(await action(call(command))));
    },
    doesOnLedger: (command, action, { catchUp } = { catchUp: true }) => {
      command.action(async () => {
        const called = call(command);
        const context = await surroundings.open(called.settings);
        try {
          if (catchUp) await context.catchUp();
          answer(await action({ ...called, context }));
        } finally {
          await context.close();
        }
      });
    },
  };

  try {
    await programOf(cli, surroundings).parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const says = sentence(error);
    surroundings.stderr(json ? `${JSON.stringify({ error: { message: says } })}\n` : `postledger: ${says}\n`);
    return 1;
  }
}

function programOf(cli: Cli, surroundings: Surroundings): Command {
  const program = new Command('postledger')
    .description('Transactional email and SMS service whose only truth is an append-only log.')
    .version(version)
    .option('--json', 'print the answer as JSON')
    .option('--workspace <name-or-id>', 'workspace to act on', 'default')
    .configureHelp({ showGlobalOptions: true });
  for (const add of everyCommand) add(program, cli);
  quieten(program, surroundings);
  return program;
}

/** Commander neither ends the process nor prints errors itself: they come out in one place, in one form. */
function quieten(command: Command, { stdout, stderr }: Pick<Surroundings, 'stdout' | 'stderr'>): void {
  command.exitOverride().configureOutput({ writeOut: stdout, writeErr: stderr, outputError: () => {} });
  for (const sub of command.commands) quieten(sub, { stdout, stderr });
}

function sentence(error: unknown): string {
  if (error instanceof CommanderError) {
    if (error.code === 'commander.help') return 'say which command; --help lists them.';
    return error.message.replace(/^error: /, '');
  }
  if (error instanceof Refusal || error instanceof CliError || error instanceof SettingsInvalid)
    return error.message;
  // The ports' own errors say what is unavailable; the rest is a fault of ours, so its place is worth knowing.
  if (error instanceof Error && /Unavailable$|Missing$|Conflict$/.test(error.name)) return error.message;
  // What the system refused (a port in use, a full disk) is no fault of the code either.
  if (error instanceof Error && 'syscall' in error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
