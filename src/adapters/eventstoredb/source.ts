import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client';
import type { Position } from '../../events/event.ts';
import { charactersOf } from '../../events/eventSize.ts';
import { positionAt } from '../position.ts';
import type { Session } from './connection.ts';
import { ConnectionReplaced } from './fault.ts';

/** What a subscription has delivered since the last `take`. */
interface Taken {
  readonly records: readonly AllStreamResolvedEvent[];
  /** Nothing more is available now. */
  readonly drained: boolean;
  /** The server reported that the end was reached, and everything before it was taken. */
  readonly caughtUp: boolean;
  /** The server found no match up to here; null when it did not say so. */
  readonly skippedTo: Position | null;
}

export type CheckpointReached = (place: { readonly commit: bigint; readonly prepare: bigint }) => void;

export interface Source {
  /** Takes what is available. @throws what ended the subscription, once everything before was taken */
  take(): Taken;
  /** Resolves true when something new is available or the signal aborted, false after `idleMs`. */
  changed(idleMs: number): Promise<boolean>;
  close(): void;
}

/** How much is read ahead of a consumer at most. Beyond it backpressure stops the connection, and 23.10 ends the subscription. */
const MAX_AHEAD_EVENTS = 4_096;
const MAX_AHEAD_CHARACTERS = 8 * 1_048_576;

/**
 * A subscription's events, read from the client as they come: the server ends a live subscription whose reader lags by 32
 * events, and a consumer that is busy with a write must not count as a slow reader.
 */
export function openSource(
  subscribe: (checkpointReached: CheckpointReached) => AllStreamSubscription,
  batchEvents: number,
  signal: AbortSignal,
  session: Session,
): Source {
  const changes = changeSignal(signal);
  const { notify } = changes;
  let caughtUp = false;
  let skippedTo: Position | null = null;
  /** Events came since the last checkpoint, which then adds nothing. */
  let matched = false;
  let fault: { readonly error: unknown } | null = null;
  const received = () => {
    session.lastAnswerAtMs = performance.now();
    notify();
  };
  const ended = (error: unknown) => {
    fault ??= { error };
    notify();
  };
  const skippedBy = skippedByCheckpoints();
  const subscription = subscribe((place) => {
    const position = skippedBy(place);
    // Events that wait to be taken are before the checkpoint too.
    if (position !== null && !matched && ahead.size() === 0 && subscription.readableLength === 0) {
      skippedTo = position;
      received();
    }
    matched = false;
  });
  const ahead = readAhead(subscription);
  subscription.on('caughtUp', () => {
    caughtUp = true;
    notify();
  });
  whenEnded(subscription, ended);
  subscription.on('readable', () => {
    ahead.read();
    received();
  });
  // The client emits no error for a call that it cancelled itself.
  const replaced = () => ended(new ConnectionReplaced());
  session.retired.addEventListener('abort', replaced, { once: true });

  return {
    take() {
      changes.clear();
      const records = ahead.take(batchEvents);
      const drained = records.length < batchEvents;
      if (records.length > 0) {
        matched = true;
        skippedTo = null;
      } else if (fault !== null) throw fault.error;
      return { records, drained, caughtUp: caughtUp && drained, skippedTo };
    },
    changed: changes.changed,
    close() {
      changes.close();
      session.retired.removeEventListener('abort', replaced);
      // Ends the call on the server; it waits for the call to be opened, which may fail.
      subscription.unsubscribe().catch(() => {});
      subscription.destroy();
    },
  };
}

/**
 * The position up to which, by the checkpoints, no more matches will come. The checkpoint of a page without a match has the
 * position where the page began, and another prepare position. 24.10 sends one for the last page too, and where that page is
 * empty the next event will be at just that position: only the following checkpoint shows that the page was passed.
 */
function skippedByCheckpoints(): (place: Parameters<CheckpointReached>[0]) => Position | null {
  let began: Position | null = null;
  return ({ commit, prepare }) => {
    const isEvent = commit === prepare;
    const position = isEvent ? positionAt(commit) : began;
    began = isEvent ? null : positionAt(commit);
    return position;
  };
}

function whenEnded(subscription: AllStreamSubscription, ended: (error: unknown) => void): void {
  // Without this listener a lost connection would end the process.
  subscription.on('error', ended);
  subscription.on('end', () => ended(new Error('the subscription was ended by the server')));
  subscription.on('close', () => ended(new Error('the subscription was closed')));
}

/** The events that are read ahead of a consumer. */
function readAhead(subscription: Pick<AllStreamSubscription, 'read'>) {
  let records: AllStreamResolvedEvent[] = [];
  let characters = 0;
  const read = () => {
    while (records.length < MAX_AHEAD_EVENTS && characters < MAX_AHEAD_CHARACTERS) {
      const record: AllStreamResolvedEvent | null = subscription.read();
      if (record === null) return;
      characters += charactersOf(record.event?.data);
      records.push(record);
    }
  };
  return {
    read,
    size: () => records.length,
    /** Takes up to `limit` events; fewer only when no more are available. */
    take(limit: number): AllStreamResolvedEvent[] {
      const taken: AllStreamResolvedEvent[] = [];
      while (taken.length < limit) {
        read();
        if (records.length === 0) break;
        const some = records.slice(0, limit - taken.length);
        records = records.slice(some.length);
        for (const { event } of some) characters -= charactersOf(event?.data);
        taken.push(...some);
      }
      return taken;
    },
  };
}

/** Whether anything changed since the last `clear`, and waiting for that. */
function changeSignal(signal: AbortSignal) {
  let wake: (() => void) | null = null;
  let isNew = false;
  const notify = () => {
    isNew = true;
    wake?.();
  };
  signal.addEventListener('abort', notify, { once: true });
  return {
    notify,
    clear() {
      isNew = false;
    },
    async changed(idleMs: number): Promise<boolean> {
      if (isNew || signal.aborted) return true;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, idleMs);
      });
      wake = null;
      clearTimeout(timer);
      return isNew || signal.aborted;
    },
    close: () => signal.removeEventListener('abort', notify),
  };
}
