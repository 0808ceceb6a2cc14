import { type Command, CommanderError } from 'commander';
import type { CommandResult } from './answer.ts';
import { type Cli, CliError, type CliHost, type CommandCall, type CommonOptions, EXIT_CODES } from './cli.ts';
import { errorCode, sentence } from './errors.ts';
import { programOf } from './program.ts';

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
  const sayWhenInterrupted = (what: () => string) =>
    host.onInterrupt?.(() => {
      host.stderr(`postledger: interrupted; ${what()}\n`);
      process.exit(INTERRUPTED);
    });
  const cli: Cli = {
    serviceAction: (command, action) => {
      command.action(async () => {
        const { readSettings } = await import('../config.ts');
        const { options, args, env } = said(command, host);
        const settings = readSettings(env);
        answer(await action({ options, args, host: { ...host, env }, settings, ...NO_SERVICE }));
      });
    },
    action: (command, action, interrupted = 'nothing was changed.') => {
      command.action(async () => {
        sayWhenInterrupted(() => interrupted);
        const { call, refusal } = await callOn(command, host, json);
        if (refusal !== null) warn(host, json, refusal);
        answer(await action(call));
      });
    },
    ledgerAction: (command, action, interrupted) => {
      command.action(async () => {
        const { call, refusal } = await callOn(command, host, json);
        if (refusal !== null) throw new CliError(refusal);
        const opened = await host.open(call.settings);
        try {
          const { ledgerCall } = await import('./ledgerCall.ts');
          const { appended, onLedger } = await ledgerCall(call, opened);
          sayWhenInterrupted(() => interrupted ?? appended());
          answer(await action(onLedger));
        } finally {
          await opened.close();
        }
      });
    },
  };

  try {
    const program = await programOf(cli, json ? { ...host, stderr: () => {} } : host, argv);
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const message = sentence(error);
    const code = errorCode(error);
    host.stderr(json ? `${JSON.stringify({ error: { code, message } })}\n` : `postledger: ${message}\n`);
    return EXIT_CODES[code];
  }
}

/** What a command line says, and its own environment. */
function said(command: Command, host: CliHost) {
  const options = command.optsWithGlobals<CommonOptions & Record<string, string | boolean | undefined>>();
  const { data, as: person } = options;
  const env = {
    ...host.env,
    ...(data === undefined ? {} : { POSTLEDGER_DATA: data }),
    ...(person === undefined ? {} : { POSTLEDGER_OPERATOR: person }),
  };
  return { options, args: command.processedArgs.flat().filter((arg) => arg !== undefined), env };
}

const NO_SERVICE = { service: null, source: () => null };

/** A call with the settings of the service that it finds; a person is told which one that is. */
async function callOn(
  command: Command,
  host: CliHost,
  json: boolean,
): Promise<{ readonly call: CommandCall; readonly refusal: string | null }> {
  const { foundService } = await import('./foundService.ts');
  const { options, args, env: own } = said(command, host);
  const { settings, env, service, source, refusal, says } = await foundService(own, host.envFile);
  if (says.about !== null && !json) host.stderr(`postledger: ${says.about}.\n`);
  for (const warning of says.warnings) warn(host, json, warning);
  return { call: { options, args, host: { ...host, env }, settings, service, source }, refusal };
}

/** Next to the answer. Of `--json` each line is JSON. */
function warn(host: CliHost, json: boolean, warning: string): void {
  host.stderr(json ? `${JSON.stringify({ warning })}\n` : `postledger: warning: ${warning}\n`);
}
