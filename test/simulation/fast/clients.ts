import type { FakeTime } from './fakeTime.ts';
import type { Journal } from './journal.ts';
import type { FastService } from './service.ts';

export interface Sending {
  readonly key: string;
  readonly recipients: readonly string[];
  /** The date until which the message waits: milliseconds since 1970; null: at once. */
  readonly scheduledForMs: number | null;
  /** How many calls with the same key begin at the same moment. */
  readonly callsAtOnce: number;
}

/** The customer's programs: each call is repeated under its key, with the same body, until it is answered. */
export interface FastClients {
  send(sending: Sending): void;
  /** Sends again what was answered, in the same words. */
  repeat(sending: Sending): void;
  /** Resolves when every call is answered; rejects when one is not in time. */
  allAnswered(timeoutMs: number): Promise<void>;
  /** Makes no new attempt. */
  stop(): void;
}

/** Real time: a call that takes longer, as while the service is paused, is given up and repeated. */
const CALL_MS = 10_000;
const AGAIN_MS = 60_000;

export function fastClients(service: FastService, journal: Journal, time: FakeTime): FastClients {
  const calls = new Set<Promise<void>>();
  let stopped = false;

  const attempt = async ({ key, recipients, scheduledForMs }: Sending): Promise<boolean> => {
    const begunAtMs = time.nowMs();
    const note = (status: number | null, answer: unknown) =>
      journal.note('clients', { key, recipients, status, answer, begunAtMs });
    try {
      const response = await fetch(`${service.url}/v1/emails`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${service.key}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({
          from: 'shop@sender.test',
          to: recipients,
          subject: `Order ${key}`,
          text: `Your order ${key} is on its way.`,
          ...(scheduledForMs !== null && { scheduled_for: new Date(scheduledForMs).toISOString() }),
        }),
        signal: AbortSignal.timeout(CALL_MS),
      });
      note(response.status, await response.json());
      // 408: the body did not arrive in time, which a stall of a sixth of a second makes ten.
      return response.status !== 503 && response.status !== 408;
    } catch (error) {
      note(null, String(error));
      return false;
    }
  };
  const untilAnswered = async (sending: Sending) => {
    while (!stopped && !(await attempt(sending))) await time.sleep(AGAIN_MS);
  };
  const begin = (sending: Sending) => {
    const call = untilAnswered(sending).finally(() => calls.delete(call));
    calls.add(call);
  };

  return {
    send(sending) {
      for (let one = 0; one < sending.callsAtOnce; one += 1) begin(sending);
    },
    repeat: begin,
    async allAnswered(timeoutMs) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(
          () => reject(new Error(`${calls.size} calls were never answered within ${timeoutMs} ms`)),
          timeoutMs,
        );
      });
      try {
        while (calls.size > 0) await Promise.race([Promise.all(calls), late]);
      } finally {
        clearTimeout(timer);
      }
    },
    stop() {
      stopped = true;
    },
  };
}
