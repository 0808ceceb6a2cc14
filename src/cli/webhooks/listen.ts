import { type Command, InvalidArgumentError } from 'commander';
import { counted } from '../../audit/wording.ts';
import { newWebhookSecret } from '../../commands/webhook/webhookEndpoints.ts';
import { ATTEMPT_TIMEOUT_MS } from '../../dispatcher/attempt.ts';
import { kindOf, REPORTED_TYPES, type ReportedEvent } from '../../dispatcher/kinds.ts';
import { partiesOf, payloadBody } from '../../dispatcher/payload.ts';
import { signedHeaders } from '../../dispatcher/sign.ts';
import { printable } from '../answer.ts';
import type { Cli, LedgerCall } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** `postledger webhooks listen`: the events of a workspace as its endpoints would get them, from the log itself. */
export function addListen(group: Command, cli: Cli): void {
  const listen = group
    .command('listen')
    .description(
      'print the events of a workspace as they happen, signed like posts, until Ctrl-C; needs no endpoint',
    )
    .option('--forward <url>', 'post each of them on, to a program on this machine for example', webAddress);
  cli.ledgerAction(listen, listenUntilInterrupted);
}

function webAddress(text: string): string {
  if (!/^https?:\/\/[^\s/]/.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('It must be a web address, such as http://localhost:3000/hook.');
  return text;
}

async function listenUntilInterrupted(call: LedgerCall) {
  const { ledger, options, host } = call;
  const { id, name } = await workspaceNamed(call);
  const over = new AbortController();
  // Following a log keeps no process alive.
  const alive = setInterval(() => {}, 60_000);
  over.signal.addEventListener('abort', () => clearInterval(alive), { once: true });
  host.onInterrupt?.(() => over.abort());
  const after = await ledger.store.head();
  const secret = newWebhookSecret(ledger.ids);
  if (options.json) print(call, { secret });
  else host.stdout(`Events of workspace ${name}, from now on. They are signed with ${secret}\n`);
  const counts = { events: 0, forwarded: 0 };
  const subscription = { after, types: REPORTED_TYPES, signal: over.signal };
  for await (const { events } of ledger.store.subscribe(subscription)) {
    for (const event of events as readonly ReportedEvent[]) {
      const kind = event.metadata.workspace === id ? kindOf(event) : null;
      if (kind === null || over.signal.aborted) continue;
      const body = payloadBody(event, kind, await partiesOf(ledger.store, event));
      const headers = signedHeaders(secret, event.id, ledger.clock.nowMs(), body);
      const answer =
        typeof options.forward === 'string'
          ? await forwarded(options.forward, { headers, body }, over.signal)
          : null;
      counts.events += 1;
      if (answer?.isTaken) counts.forwarded += 1;
      show(call, { kind, headers, body, answer: answer?.text ?? null });
    }
  }
  const on = options.forward === undefined ? '' : `, ${counts.forwarded} of them taken by ${options.forward}`;
  // With --json every line is an object of its own.
  if (options.json) return null;
  return { data: counts, text: `${counted(counts.events, 'event')} shown${on}.` };
}

interface Shown {
  readonly kind: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the address that events are posted on to; null without one. */
  readonly answer: string | null;
}

/** With `--json` one line an event, the body in it as it is signed. */
function show(call: LedgerCall, { kind, headers, body, answer }: Shown): void {
  if (call.options.json) {
    print(call, { type: kind, headers, body, answer });
    return;
  }
  const lines = Object.entries(headers).filter(([header]) => header.startsWith('webhook-'));
  const shown = [kind, ...lines.map(([header, value]) => `  ${header}: ${value}`), `  ${printable(body)}`];
  call.host.stdout(`\n${[...shown, ...(answer === null ? [] : [`  -> ${answer}`])].join('\n')}\n`);
}

const print = ({ host }: LedgerCall, line: unknown) => host.stdout(`${JSON.stringify(line)}\n`);

/**
 * Posts once, to where the operator said: the guard against private networks is for addresses that customers name. What
 * was not taken is not tried again.
 */
async function forwarded(
  url: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  interrupted: AbortSignal,
): Promise<{ readonly isTaken: boolean; readonly text: string }> {
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]);
  try {
    const { ok, status, body } = await fetch(url, { ...request, method: 'POST', redirect: 'manual', signal });
    await body?.cancel();
    return { isTaken: ok, text: String(status) };
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    const text = cause instanceof Error && cause.message !== '' ? cause.message : message;
    return { isTaken: false, text: `not posted: ${printable(text)}` };
  }
}
