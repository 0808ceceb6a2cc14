import { randomUUID } from 'node:crypto';
import type { EventMetadata } from '../../events/event.ts';
import { withTimeout } from '../node/withTimeout.ts';
import { type CallDependencies, untilAnswered } from './attempts.ts';
import { batchAppendOf } from './batchAppend.ts';
import { encodeAppend } from './encode.ts';
import { faultKind, NoAnswer, TryLater } from './fault.ts';
import { head } from './read.ts';

export interface Probe {
  readonly serverVersion: string;
  /** Time that reading the end of the log from the leader took; null where the user may not read `$all`. */
  readonly readMs: number | null;
  /** Whether an append would be allowed. */
  readonly writable: boolean;
}

/** It never gets an event: the append expects a revision that the stream will never have. */
const PROBED_STREAM = 'postledger-probe';
const NEVER_REACHED = 1_000_000_000;
const METADATA: EventMetadata = {
  v: 1,
  workspace: '',
  actor: 'operator',
  correlation: '',
  causation: null,
  at: '1970-01-01T00:00:00.000Z',
};

/**
 * Asks the leader for the end of the log, which needs the right to read `$all`, for its version, and for the right to write:
 * the server checks that before the revision, so a conflict shows that it is granted, and nothing is written.
 */
export async function probe(dependencies: CallDependencies): Promise<Probe> {
  const startedAtMs = performance.now();
  const isReadable = await head(dependencies).then(
    () => true,
    (error: unknown) => {
      if (faultKind(error instanceof Error ? error.cause : null) !== 'denied') throw error;
      return false;
    },
  );
  const readMs = isReadable ? performance.now() - startedAtMs : null;
  return untilAnswered(dependencies, 'probe', async (session, timeoutMs) => {
    const append = encodeAppend(PROBED_STREAM, NEVER_REACHED, [
      { id: randomUUID(), type: 'Probed', data: {}, metadata: METADATA },
    ]);
    const answer = await batchAppendOf(session)(append, timeoutMs);
    const refusal = answer.getError()?.getDetails()?.getTypeName() ?? 'none';
    const isDenied = refusal === 'event_store.client.AccessDenied';
    if (!isDenied && refusal !== 'event_store.client.WrongExpectedVersion') throw new TryLater(refusal);
    // The client asks for the version without a deadline.
    const { capabilities } = session.internals;
    const late = () => new NoAnswer(timeoutMs, session.lastAnswerAtMs);
    const { serverVersion } = await withTimeout(capabilities, timeoutMs, late);
    return { serverVersion, readMs, writable: !isDenied };
  });
}
