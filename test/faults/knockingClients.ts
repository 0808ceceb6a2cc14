import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import type { LedgerReader } from './ledgerReader.ts';

/** What one call of a client came to. */
export interface Knock {
  readonly key: string;
  /** Null: the connection was refused or broken off. */
  readonly status: number | null;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** Sends one message to the sandbox under a key; never rejects. */
export async function knock(url: string, apiKey: string, key: string): Promise<Knock> {
  try {
    const answer = await fetch(`${url}/v1/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({
        from: 'a@sender.test',
        to: `transactional+${key}@example.com`,
        subject: key,
        text: 'x'.repeat(20_000),
        // Every third brings a blob of its own.
        ...(/[0369]$/.test(key) && { attachments: [attachmentOf(key)] }),
      }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await answer.text();
    return { key, status: answer.status, retryAfter: answer.headers.get('retry-after'), text };
  } catch (error) {
    return { key, status: null, retryAfter: null, text: String(error) };
  }
}

function attachmentOf(key: string) {
  const content = Buffer.from(key.repeat(2_000)).toString('base64');
  return { filename: 'a.txt', content, type: 'text/plain' };
}

/** Knocks, each with a key of its own, by some clients at once until enough of them are so. */
export async function knockUntil(
  url: string,
  apiKey: string,
  name: string,
  enough: (knocks: readonly Knock[]) => boolean,
  clients = 8,
): Promise<readonly Knock[]> {
  const knocks: Knock[] = [];
  let next = 0;
  const client = async () => {
    while (!enough(knocks)) knocks.push(await knock(url, apiKey, `${name}-${next++}`));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return knocks;
}

/** Knocks under one key until the answer is a 202; resolves with every knock. */
export async function knockOn(
  url: string,
  apiKey: string,
  key: string,
  tries = 600,
): Promise<readonly Knock[]> {
  const knocks: Knock[] = [];
  while (knocks.at(-1)?.status !== 202) {
    if (knocks.length === tries)
      throw new Error(`${tries} calls of ${key} in vain: ${JSON.stringify(knocks.at(-1))}`);
    if (knocks.length > 0) await sleep(50);
    knocks.push(await knock(url, apiKey, key));
  }
  return knocks;
}

export const of202 = (knocks: readonly Knock[]) => knocks.filter(({ status }) => status === 202);

/** That the log has every message whose acceptance was answered, and none twice; resolves with their number in the log. */
export async function assertKept(ledger: LedgerReader, knocks: readonly Knock[]): Promise<number> {
  const streams = (await ledger.events()).flatMap(({ type, stream }) =>
    type === 'EmailAccepted' ? [stream] : [],
  );
  const kept = new Set(streams);
  assert.is(kept.size, streams.length, 'no message is there twice');
  const lost = of202(knocks).filter(({ text }) => !kept.has(`email-${idIn(text)}`));
  assert.is(lost.length, 0, `acknowledged, then lost: ${lost.map(({ key }) => key)}`);
  return kept.size;
}

/** The id in the answer to a send. */
export const idIn = (text: string): string => (JSON.parse(text) as { id: string }).id;
