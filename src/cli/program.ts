import { Command } from 'commander';
import { version } from '../version.ts';
import { filePath, personName } from './argumentParsers.ts';
import type { Cli, CliHost } from './cli.ts';
import { everyCommand } from './everyCommand.ts';
import { examples } from './examples.ts';

type Output = Pick<CliHost, 'stdout' | 'stderr'>;

/**
 * The command line as it is declared: every command with its options, arguments and examples.
 * @param argv only the words that are in it are loaded, since that takes a second for all; absent: every one
 */
export async function programOf(cli: Cli, output: Output, argv?: readonly string[]): Promise<Command> {
  const program = new Command('postledger')
    .description('Transactional email and SMS service whose only truth is an append-only log.')
    .version(version)
    .option('--json', 'print the answer as JSON')
    .option(
      '--workspace <name-or-id>',
      'workspace to act on; `projections export` and `audit export` take all without it',
      'default',
    )
    .option('--data <dir>', 'data folder, instead of POSTLEDGER_DATA', filePath)
    .option(
      '--as <name>',
      'who you are, for the readers of the log, instead of POSTLEDGER_OPERATOR',
      personName,
    )
    .configureHelp({ showGlobalOptions: true });
  for (const [name, about, load] of everyCommand) {
    const command = program.command(name).description(about);
    if (argv === undefined || argv.includes(name)) (await load())(command, cli);
  }
  collectOutput(program, output);
  for (const { path, command } of actionsOf(program)) {
    const lines = (examples[path] ?? []).map((line) => `  $ postledger ${line}`);
    if (lines.length > 0) command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
  return program;
}

/** What can be run, in the order of `--help`: each with its words, such as `keys create`. */
export function actionsOf(command: Command, above = ''): { path: string; command: Command }[] {
  return command.commands.flatMap((sub) => {
    const path = `${above}${sub.name()}`;
    return sub.commands.length === 0 ? [{ path, command: sub }] : actionsOf(sub, `${path} `);
  });
}

/** Commander neither ends the process nor prints errors itself: `runCli` does both. */
function collectOutput(command: Command, { stdout, stderr }: Output): void {
  command.exitOverride().configureOutput({ writeOut: stdout, writeErr: stderr, outputError: () => {} });
  for (const sub of command.commands) collectOutput(sub, { stdout, stderr });
}
