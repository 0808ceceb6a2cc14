import * as assert from 'uvu/assert';
import { client } from '../e2e/client.ts';
import { eventually } from '../e2e/eventually.ts';
import { consoleVisit } from '../support/consoleVisit.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import type { LongFolder, Program } from './longFolder.ts';
import { type Read, steadyUse, type Used } from './steadyUse.ts';

export interface UpgradeUnderSends extends Used {
  /** How much of the log the read models had come, each time `/readyz` was asked while some were built: by the names of checkpoints, from 0 to 1. */
  readonly progress: readonly Readonly<Record<string, number>>[];
  /** What `/readyz` answered when it was not 200. */
  readonly notReady: readonly string[];
  /** From when the service answered until nothing was built any more. */
  readonly buildMs: number;
  /** The same of what mail waits for: its indexes, and what it is checked against. */
  readonly mailWaitsMs: number;
}

const MAIL_WAITS_FOR = /email_outbox|email_retries|suppressions|workspaces/;

/**
 * Starts a service on the folder, sends and reads until no read model is built any more, waits until all that was sent is delivered, and
 * stops it. `env` needs a port for the console.
 */
export async function upgradeUnderSends(
  service: Program,
  { key, messages, messageId }: LongFolder,
  timeoutMs: number,
): Promise<UpgradeUnderSends> {
  const running = await startServiceProcess(service);
  const startedAtMs = performance.now();
  const use = steadyUse({ url: running.url, key }, await readsOf(service, running.url, { key, messageId }));
  const progress: Record<string, number>[] = [];
  const notReady: string[] = [];
  const sinceStartMs = () => performance.now() - startedAtMs;
  let mailWaitsMs: number | null = null;
  await eventually(
    'no read model is built any more',
    async () => {
      const answer = await fetch(`${running.url}/readyz`);
      const shown = (await answer.json()) as { building?: Record<string, number> };
      if (answer.status !== 200) notReady.push(JSON.stringify(shown));
      if (shown.building !== undefined) progress.push(shown.building);
      if (!MAIL_WAITS_FOR.test(Object.keys(shown.building ?? {}).join())) mailWaitsMs ??= sinceStartMs();
      return shown.building === undefined;
    },
    timeoutMs,
  );
  const buildMs = sinceStartMs();
  const used = await use.stop();
  const api = client([running.url], key);
  const isDelivered = async () => {
    const { totals } = await api.call<{ totals: { delivered: number } }>('GET', '/v1/analytics', 200);
    return totals.delivered >= messages + used.accepted;
  };
  await eventually('all that was sent is delivered', isDelivered, timeoutMs);
  assert.is(await running.stop(), 0);
  return { ...used, progress, notReady, buildMs, mailWaitsMs: mailWaitsMs ?? buildMs };
}

/** A list and a sum by the interface, and a message and their list by the console: each with what an older read model knows. */
export async function readsOf(
  { env, program }: Program,
  url: string,
  { key, messageId }: Pick<LongFolder, 'key' | 'messageId'>,
): Promise<readonly Read[]> {
  const visit = await consoleVisit(env, program);
  const headers = { authorization: `Bearer ${key}` };
  const read =
    (path: string, ask: () => Promise<Response>, holds: RegExp): Read =>
    async () => {
      const answer = await ask();
      const text = await answer.text();
      if (answer.status !== 200 || !holds.test(text))
        throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`);
    };
  const call = (path: string, holds: RegExp) => read(path, () => fetch(url + path, { headers }), holds);
  const page = (path: string, holds: RegExp) => read(path, () => visit(path), holds);
  return [
    call('/v1/contacts', /ann@customer\.test/),
    call('/v1/analytics', /"delivered":[1-9]/),
    page('/w/default/messages', /@example\.com/),
    page(`/w/default/messages/${messageId}`, /person@example\.com/),
  ];
}
