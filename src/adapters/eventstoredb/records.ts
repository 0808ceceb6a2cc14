import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import { BEGINNING, type EventMetadata, type Position, type RecordedEvent } from '../../events/event.ts';
import { silenceTimer } from '../node/silenceTimer.ts';
import { positionAt } from '../position.ts';
import type { Session } from './connection.ts';
import { ConnectionReplaced, NoAnswer } from './fault.ts';

type AnyRecord = ResolvedEvent | AllStreamResolvedEvent;

/** Reads go to the leader: a follower may not yet have an event that was just acknowledged. */
export const LEADER = { requiresLeader: true } as const;

interface Records {
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<AnyRecord>;
  resume(): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  destroy(error?: Error): unknown;
  cancel(): Promise<void>;
}

/**
 * The records of a read, with our own deadline (the client sets none on reads): `silenceMs` without a record.
 * Leaving the loop early ends the call on the server.
 * @throws NoAnswer, ConnectionReplaced, and what the client throws
 */
export async function* recordsOf(
  session: Session,
  records: Records,
  silenceMs: number,
): AsyncGenerator<AnyRecord> {
  // Without this listener an error while no one iterates would end the process.
  records.on('error', () => {});
  const { retired } = session;
  const timer = silenceTimer(silenceMs, () =>
    records.destroy(new NoAnswer(silenceMs, session.lastAnswerAtMs)),
  );
  // The client emits no error for a call that it cancelled itself.
  const replaced = () => records.destroy(new ConnectionReplaced());
  retired.addEventListener('abort', replaced, { once: true });
  let ended = false;
  try {
    for await (const record of records.iterator({ destroyOnReturn: false })) {
      session.lastAnswerAtMs = performance.now();
      timer.refresh();
      yield record;
    }
    ended = true;
    session.lastAnswerAtMs = performance.now();
  } finally {
    timer.clear();
    retired.removeEventListener('abort', replaced);
    if (!ended) {
      // Not awaited: it waits for the call to be opened, which may take for ever.
      records.cancel().catch(() => {});
      // The rest must be drained: the client holds a call that was never read to its end.
      records.resume();
    }
  }
}

/** Where a read or subscription starts. Commit and prepare position of a record are the same. */
export function startOf(after: Position): 'start' | { commit: bigint; prepare: bigint } {
  if (after === BEGINNING) return 'start';
  const commit = BigInt(after);
  return { commit, prepare: commit };
}

/** Events of the server itself, links and the like. */
export function isSystemEvent(type: string): boolean {
  return type.startsWith('$');
}

/** The ledger's form of the event; null for others (system events, links, binary data, no metadata). */
export function recordedOf({ event }: AnyRecord): RecordedEvent | null {
  if (event === undefined || !event.isJson || isSystemEvent(event.type)) return null;
  const metadata: unknown = event.metadata;
  if (typeof metadata !== 'object' || metadata === null || metadata instanceof Uint8Array) return null;
  if (event.position === undefined) return null;
  return {
    id: event.id,
    type: event.type,
    data: event.data,
    metadata: metadata as EventMetadata,
    stream: event.streamId,
    revision: Number(event.revision),
    position: positionAt(event.position.commit),
  };
}
