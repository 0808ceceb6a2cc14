import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client';
import type { Position } from '../../events/event.ts';
import { charactersOf } from '../../events/eventSize.ts';
import type { Session } from './connection.ts';
import { ConnectionReplaced } from './fault.ts';
import { positionOf } from './recorded.ts';

/** What a subscription has delivered since it was last asked. */
interface Taken {
  readonly records: readonly AllStreamResolvedEvent[];
  /** Nothing more is at hand. */
  readonly drained: boolean;
  /** The server said that the end was reached, and everything before that was taken. */
  readonly caughtUp: boolean;
  /** The server found nothing up to here, in a stretch without any match; else null. */
  readonly skippedTo: Position | null;
}

export type CheckpointReached = (place: { readonly commit: bigint; readonly prepare: bigint }) => void;

export interface Source {
  /** Takes what is at hand. @throws what ended the subscription, once everything before was taken */
  take(): Taken;
  /** Resolves true when something new is at hand or the signal aborted, false after `idleMs`. */
  changed(idleMs: number): Promise<boolean>;
  close(): void;
}

/** What is read ahead of a consumer at most. Beyond it the connection is held back, and 23.10 ends the subscription. */
const AHEAD_EVENTS = 4_096;
const AHEAD_CHARACTERS = 8 * 1_048_576;

/**
 * A subscription's events, taken from the client as they come: the server ends a live one whose reader is 32 events behind,
 * and a consumer that writes for a moment is no slow reader.
 */
export function openSource(
  subscribe: (checkpointReached: CheckpointReached) => AllStreamSubscription,
  batchEvents: number,
  signal: AbortSignal,
  session: Session,
): Source {
  const news = changeSignal(signal);
  const { tell } = news;
  let caughtUp = false;
  let skippedTo: Position | null = null;
  /** Events came since the last checkpoint: then it tells nothing that they do not. */
  let matched = false;
  let fault: { readonly error: unknown } | null = null;
  const heard = () => {
    session.lastAnswerAtMs = performance.now();
    tell();
  };
  const ended = (error: unknown) => {
    fault ??= { error };
    tell();
  };
  const passedBy = passedByCheckpoints();
  const subscription = subscribe((place) => {
    const passed = passedBy(place);
    // Also the events that wait to be taken lie before it.
    if (passed !== null && !matched && ahead.size() === 0 && subscription.readableLength === 0) {
      skippedTo = passed;
      heard();
    }
    matched = false;
  });
  const ahead = readAhead(subscription);
  subscription.on('caughtUp', () => {
    caughtUp = true;
    tell();
  });
  // Known to later clients and servers only; harmless elsewhere.
  (subscription as NodeJS.EventEmitter).on('fellBehind', () => {
    caughtUp = false;
  });
  whenEnded(subscription, ended);
  subscription.on('readable', () => {
    ahead.read();
    heard();
  });
  // The client keeps silent when it is itself what cancelled the call.
  const replaced = () => ended(new ConnectionReplaced());
  session.retired.addEventListener('abort', replaced, { once: true });

  return {
    take() {
      news.taken();
      const records = ahead.take(batchEvents);
      const drained = records.length < batchEvents;
      if (records.length > 0) {
        matched = true;
        skippedTo = null;
      } else if (fault !== null) throw fault.error;
      return { records, drained, caughtUp: caughtUp && drained, skippedTo };
    },
    changed: news.changed,
    close() {
      news.close();
      session.retired.removeEventListener('abort', replaced);
      // Ends the call on the server; it waits for the call to be opened, which may fail.
      subscription.unsubscribe().catch(() => {});
      subscription.destroy();
    },
  };
}

/**
 * Up to where a checkpoint says that there is nothing more to come. A page without a match is told by where it began, with
 * another prepare position. 24.10 tells the last one too, and where that is empty the next event will stand just there: only
 * the checkpoint after it says that something did.
 */
function passedByCheckpoints(): (place: Parameters<CheckpointReached>[0]) => Position | null {
  let began: Position | null = null;
  return ({ commit, prepare }) => {
    const isEvent = commit === prepare;
    const passed = isEvent ? positionOf(commit) : began;
    began = isEvent ? null : positionOf(commit);
    return passed;
  };
}

function whenEnded(subscription: AllStreamSubscription, ended: (error: unknown) => void): void {
  // Without this listener a lost connection would end the process.
  subscription.on('error', ended);
  subscription.on('end', () => ended(new Error('the subscription was ended by the server')));
  subscription.on('close', () => ended(new Error('the subscription was closed')));
}

/** What is read ahead of a consumer. */
function readAhead(subscription: Pick<AllStreamSubscription, 'read'>) {
  let records: AllStreamResolvedEvent[] = [];
  let characters = 0;
  const read = () => {
    while (records.length < AHEAD_EVENTS && characters < AHEAD_CHARACTERS) {
      const record: AllStreamResolvedEvent | null = subscription.read();
      if (record === null) return;
      characters += charactersOf(record.event?.data);
      records.push(record);
    }
  };
  return {
    read,
    size: () => records.length,
    /** So many at most; fewer only where nothing more is at hand. */
    take(most: number): AllStreamResolvedEvent[] {
      const taken: AllStreamResolvedEvent[] = [];
      while (taken.length < most) {
        read();
        if (records.length === 0) break;
        const some = records.slice(0, most - taken.length);
        records = records.slice(some.length);
        for (const { event } of some) characters -= charactersOf(event?.data);
        taken.push(...some);
      }
      return taken;
    },
  };
}

/** Whether something new was told since the last was taken, and the waiting for it. */
function changeSignal(signal: AbortSignal) {
  let wake: (() => void) | null = null;
  let isNew = false;
  const tell = () => {
    isNew = true;
    wake?.();
  };
  signal.addEventListener('abort', tell, { once: true });
  return {
    tell,
    taken() {
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
    close: () => signal.removeEventListener('abort', tell),
  };
}
