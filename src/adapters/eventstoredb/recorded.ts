import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import { BEGINNING, type EventMetadata, type Position, type RecordedEvent } from '../../events/event.ts';

const POSITION_DIGITS = 20;

/** The commit position (a byte offset; an unsigned 64-bit number has at most twenty digits). */
export function positionOf(commit: bigint): Position {
  return commit.toString().padStart(POSITION_DIGITS, '0');
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
export function recordedOf({ event }: ResolvedEvent | AllStreamResolvedEvent): RecordedEvent | null {
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
    position: positionOf(event.position.commit),
  };
}
