import type { Command } from 'commander';
import { EXIT_CODES } from '../../src/cli/cli.ts';
import { examples } from '../../src/cli/examples.ts';
import { actionsOf, programOf } from '../../src/cli/program.ts';
import { notice } from './notice.ts';

const MEANINGS: Readonly<Record<keyof typeof EXIT_CODES, string>> = {
  failed: 'it could not be done; the sentence says why',
  usage: 'the command line or a setting is wrong',
  not_found: 'what was named does not exist',
  unavailable: 'an engine, a lease or a server is not available now: try again',
  findings: 'the work was done and something is wrong (`doctor`, `projections verify`, `webhooks test`, …)',
};

/** docs/commands.md: every command, from the declarations that read the command line. */
export async function commandsPage(): Promise<string> {
  const nothing = { stdout: () => {}, stderr: () => {} };
  const program = await programOf(
    { action: () => {}, serviceAction: () => {}, ledgerAction: () => {} },
    nothing,
  );
  const parts = [
    '# Commands',
    notice,
    'In a checkout `npm run -s postledger --` stands for `postledger`. All commands but `serve`, `migrate` and `audit import`',
    'work while the service runs. Every command takes:',
    '',
    ...optionsOf(program),
    '',
    '`NO_COLOR` takes colours away; a terminal of unknown width gets no spinner. Ctrl-C ends a command at any moment, with exit',
    'code 130 and a word about what was done; `serve` and `webhooks listen`, which run until then, end with 0. A command whose output',
    'goes to a program that has ended, such as `head`, ends with 141. Other exit codes, and `code` of the error that `--json` prints:',
    '',
    '| exit code | `code` | meaning |',
    '|---|---|---|',
    '| 0 | | done |',
    ...Object.entries(EXIT_CODES).map(
      ([name, code]) => `| ${code} | \`${name}\` | ${MEANINGS[name as keyof typeof EXIT_CODES]} |`,
    ),
    ...actionsOf(program).flatMap(({ path, command }) => sectionOf(path, command)),
  ];
  return `${parts.join('\n')}\n`;
}

function sectionOf(path: string, command: Command): string[] {
  const described = [
    ...command.registeredArguments.map(
      (argument) =>
        `| \`${argument.name()}${argument.variadic ? '...' : ''}\` | ${cell(argument.description)}${argument.required ? '' : '; may be left out'} |`,
    ),
    ...optionsOf(command).slice(2),
  ];
  return [
    '',
    `## ${path}`,
    '',
    `${sentence(command.description())}`,
    ...(described.length === 0 ? [] : ['', '| argument or option | meaning |', '|---|---|', ...described]),
    '',
    '```sh',
    ...(examples[path] ?? []).map((line) => `postledger ${line}`),
    '```',
  ];
}

function optionsOf(command: Command): string[] {
  const rows = command.options
    .filter(({ long }) => long !== '--version')
    .map(({ flags, description, argChoices, defaultValue, mandatory }) => {
      const values =
        argChoices === undefined ? '' : `: ${argChoices.map((value) => `\`${value}\``).join(', ')}`;
      const standard = defaultValue === undefined ? '' : `; default \`${String(defaultValue)}\``;
      return `| \`${flags}\` | ${cell(description)}${values}${standard}${mandatory ? '; needed' : ''} |`;
    });
  return ['| option | meaning |', '|---|---|', ...rows];
}

const cell = (text: string) => text.replaceAll('|', '\\|');

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
