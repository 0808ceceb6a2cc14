import { type CallContext, untilAnswered } from './attempts.ts';
import { laneOf } from './batchAppend.ts';
import type { Session } from './connection.ts';
import { emptyAppend } from './encode.ts';
import { NoAnswer, NotNow } from './fault.ts';
import { head } from './read.ts';

export interface Probe {
  readonly serverVersion: string;
  /** Time that reading the end of the log from the leader took. */
  readonly readMs: number;
  /** Whether an append would be let in. */
  readonly writable: boolean;
}

/** No event is ever in it. */
const PROBED_STREAM = 'postledger-probe';

/** Asks the leader for the end of the log, its version, and the right to write. */
export async function probe(context: CallContext): Promise<Probe> {
  const startedAtMs = performance.now();
  await head(context);
  const readMs = performance.now() - startedAtMs;
  return untilAnswered(context, 'probe', async (session, timeoutMs) => {
    const answer = await laneOf(session).send(emptyAppend(PROBED_STREAM), timeoutMs);
    const denial = answer.getError()?.getDetails()?.getTypeName();
    if (denial !== undefined && denial !== 'event_store.client.AccessDenied') throw new NotNow(denial);
    const serverVersion = await versionOf(session, timeoutMs);
    return { serverVersion, readMs, writable: denial === undefined };
  });
}

/** The client asks for it without a deadline. */
async function versionOf({ internals, heardAtMs }: Session, timeoutMs: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(timeoutMs, heardAtMs)), timeoutMs);
  });
  try {
    return (await Promise.race([internals.capabilities, late])).serverVersion;
  } finally {
    clearTimeout(timer);
  }
}
