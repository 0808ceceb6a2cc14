import { setTimeout as sleep } from 'node:timers/promises';

/** One message that a client wants sent, whatever becomes of the service meanwhile. */
export interface Order {
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Workload {
  /** Receipts by idempotency key: the bytes of every 202. */
  readonly acknowledged: ReadonlyMap<string, readonly string[]>;
  /** Answers that are neither 202 nor 503: there should be none. */
  readonly refused: readonly string[];
  /** The Retry-After of every 503. */
  readonly unavailable: readonly (string | null)[];
  /** Calls that broke off, or got no answer while the client waited. */
  readonly unanswered: readonly string[];
  /** No new orders; resolves when every order begun was acknowledged. */
  finish(): Promise<void>;
  /** Lets go of every order, acknowledged or not: a failed test must be able to end. */
  abandon(): void;
}

const RETRY_MS = 40;
/** More than the service takes to tell that its log is away. */
const PATIENCE_MS = 10_000;

/**
 * Clients that send one order after another, each repeated under its key until a 202 came.
 * `pauseMs`: what each waits between two orders.
 */
export function startWorkload(
  target: () => { readonly url: string; readonly key: string },
  orderOf: (n: number) => Order,
  clients: number,
  pauseMs = 0,
): Workload {
  const acknowledged = new Map<string, string[]>();
  const refused: string[] = [];
  const unavailable: (string | null)[] = [];
  const unanswered: string[] = [];
  let next = 0;
  let ending = false;
  let abandoned = false;

  const send = async ({ key, body }: Order): Promise<void> => {
    while (!abandoned) {
      const { url, key: apiKey } = target();
      try {
        const answer = await fetch(`${url}/v1/emails`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${apiKey}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        const text = await answer.text();
        if (answer.status === 202) {
          acknowledged.set(key, [...(acknowledged.get(key) ?? []), text]);
          return;
        }
        if (answer.status === 503) unavailable.push(answer.headers.get('retry-after'));
        else refused.push(`${answer.status} ${text}`);
      } catch (error) {
        // The service is gone or went away in mid-answer: the client knows nothing and asks again.
        unanswered.push(String(error));
      }
      await sleep(RETRY_MS);
    }
  };

  const client = async () => {
    while (!ending) {
      const n = next++;
      const order = orderOf(n);
      // Now and then two callers hold the same key at once.
      if (n % 7 === 0) await Promise.all([send(order), send(order)]);
      else await send(order);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  const running = Array.from({ length: clients }, client);

  return {
    acknowledged,
    refused,
    unavailable,
    unanswered,
    async finish() {
      ending = true;
      await Promise.all(running);
    },
    abandon() {
      ending = true;
      abandoned = true;
    },
  };
}
