import { resolve } from 'node:path';
import type { Settings } from '../../config.ts';
import { FIRST_KEY_FILE } from '../../main/firstKeyFile.ts';
import { httpAddress } from '../../main/options.ts';
import type { AddCommand } from '../cli.ts';
import { type Findings, runChecks } from '../doctor/check.ts';
import { intakeChecks } from '../doctor/intakeChecks.ts';
import { machineChecks } from '../doctor/machineChecks.ts';
import { linksCheck } from '../doctor/settingsChecks.ts';

/** `postledger serve`: runs the service until SIGTERM or SIGINT. */
export const serveCommand: AddCommand = (command, cli) => {
  command
    .option('--plan', 'say what a start of this version would do here, and do nothing')
    .option('--new', 'begin a new ledger also where read models or contents of another one lie');
  cli.serviceAction(command, async ({ settings, host, options }) => {
    if (options.plan === true) return (await import('../plan.ts')).planOfStart(settings);
    host.onService?.();
    // Loaded here: no other command should wait until the whole service is loaded.
    const { serve } = await import('../../main/serve.ts');
    const stop = new AbortController();
    const asked = untilAsked().then(() => stop.abort());
    // The service ends in order, by the listeners above.
    host.onInterrupt?.(() => {});
    const showFirstKey = host.isTerminal ? (key: string) => host.stdout(firstKeyText(key)) : null;
    const service = await serve(settings, {
      ...{ env: host.env, asked: stop.signal, isNew: options.new === true, showFirstKey },
      checks: () => cheapChecks(settings),
    });
    if (!stop.signal.aborted) {
      const { url, firstKey } = service;
      const file = resolve(settings.POSTLEDGER_DATA, FIRST_KEY_FILE);
      const key = host.isTerminal ? firstKey : `$(cat '${file}')`;
      if (firstKey !== null && !host.isTerminal)
        host.stdout(`This is the first start: the key of workspace \`default\` is in ${file}.\n`);
      host.stdout(startUpBanner(url, docsAt(settings, url), firstKey === null ? null : key));
    }
    await asked;
    await service.stop();
    return null;
  });
};

/** Those of doctor that look at this machine alone, and take milliseconds. */
async function cheapChecks(settings: Settings): Promise<Findings['found']> {
  // The page knows the room on the disk by itself.
  const machine = machineChecks(settings).filter(({ name }) => name !== 'disk space');
  const checks = [...machine, linksCheck(settings), ...intakeChecks(settings, Date.now())];
  return (await runChecks(checks, new Set())).found;
}

/** Resolves when the process is asked to end. A person who asks twice does not want to wait. */
function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    let asked = 0;
    // SIGHUP comes from a terminal that is closed: what is in flight would go once more without an orderly end.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        asked += 1;
        if (asked > 1 && signal === 'SIGINT') process.exit(130);
        resolve();
      });
    }
  });
}

const firstKeyText = (key: string) => `
This is the first start: workspace \`default\` is open, and this is its key. It is not shown again.

  ${key}

`;

/** Where the interface is described; null where the system has chosen the port, which the log names. */
function docsAt(
  { POSTLEDGER_ADMIN_HOST: host, POSTLEDGER_ADMIN_PORT: port }: Settings,
  url: string | null,
): string | null {
  if (port === undefined) return `${url}/docs`;
  return port === 0 ? null : `${httpAddress(host, port)}/docs`;
}

/** What the service prints once it runs. `key`: how a shell writes the first key; null after the first start. */
function startUpBanner(url: string | null, docs: string | null, key: string | null): string {
  if (url === null) return 'Postledger is running without the api role.\n';
  const runs = `Postledger is listening on ${url}${docs === null ? '' : ` (API reference: ${docs})`}\n`;
  return key === null ? runs : `${runs}\nSend a first message:\n\n${curlLine(url, key)}\n\n`;
}

/** One line to paste: a message to the sandbox, which needs no mail server. */
function curlLine(url: string, key: string): string {
  const addresses = { from: 'hello@example.org', to: 'transactional@example.com' };
  const body = { ...addresses, subject: 'Hello', text: 'A first message.' };
  return [
    `curl -i -X POST ${url}/v1/emails`,
    `-H "Authorization: Bearer ${key}"`,
    "-H 'Idempotency-Key: first-message'",
    "-H 'Content-Type: application/json'",
    `-d '${JSON.stringify(body)}'`,
  ].join(' ');
}
