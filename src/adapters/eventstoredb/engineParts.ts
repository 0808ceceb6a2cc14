import {
  BEGINNING,
  type NewEvent,
  PART_KINDS,
  type Position,
  type RecordedEvent,
} from '../../events/event.ts';
import { LEDGER_STREAM, type LedgerOpening } from '../../events/ledger.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { type PartStore, PartsRefused } from '../../ports/parts.ts';
import { positionAt } from '../position.ts';

/** A part may be put this long before the append of its event, with all its repetitions. */
const YOUNG_MS = 86_400_000;
/** Parts of one round of a sweep. */
const SWEPT_AT_ONCE = 200;
/** Events whose parts are cut together. */
const CUT_AT_ONCE = 500;
const PAGE = 1_000;
/** The ledger that the parts belong to is stored as a part with this in place of a commitment. */
const OWNER = 'ledger';

/** The log itself, of whose events the parts lie next to it. */
export interface BareLog extends Pick<EventStore, 'readStream' | 'readAll'> {
  /** The event at a position; null where none is. */
  readAt(position: Position): Promise<RecordedEvent | null>;
}

/**
 * The parts of a log's events. Everything rejects with PartsUnavailable, with PartsRefused when they are another log's, and with
 * TypeError for an event that has parts where the log was opened without them.
 */
export function engineParts(parts: PartStore | undefined, log: BareLog) {
  let belong = false;
  /** Makes sure, once, that the parts are those of this log's events; the first ones become so. @throws PartsRefused */
  const refuseOthers = async () => {
    if (parts !== undefined && !belong) belong = await theyBelong(parts, log);
  };
  const own = async (): Promise<PartStore> => {
    if (parts === undefined) throw new TypeError('the log was opened without its parts');
    await refuseOthers();
    return parts;
  };
  return {
    refuseOthers,
    /** Stores the parts of events that are about to be appended. */
    async put(stream: string, events: readonly NewEvent[]): Promise<void> {
      const stored = events.flatMap(({ id: eventId, metadata, parts: ofEvent = {} }) =>
        PART_KINDS.flatMap((kind) => {
          const [commitment, part] = [metadata[kind], ofEvent[kind]];
          if (commitment === undefined || part === undefined) return [];
          return [{ commitment, stream, eventId, kind, ...part }];
        }),
      );
      if (stored.length > 0) await (await own()).put(stored);
    },
    /** The events with those of their parts that are there: who reads them compares. `marks`: they were read to be followed. */
    async attach(events: readonly RecordedEvent[], marks = false): Promise<readonly RecordedEvent[]> {
      const commitments = events.flatMap(commitmentsOf);
      if (commitments.length === 0) return events;
      const store = await own();
      const found = await store.find(commitments);
      const unmarked = [...found].flatMap(([commitment, { isMarked }]) => (isMarked ? [] : [commitment]));
      // No one waits for it: what stays unmarked is asked for a day later.
      if (marks && unmarked.length > 0) store.mark(unmarked).catch(() => {});
      return events.map((event) => {
        const there = PART_KINDS.flatMap((kind) => {
          const part = found.get(event.metadata[kind] ?? '');
          return part === undefined ? [] : [[kind, { salt: part.salt, text: part.text }] as const];
        });
        return there.length === 0 ? event : { ...event, parts: Object.fromEntries(there) };
      });
    },
    /** Removes the parts of the events at these positions (`plainPosition`). */
    async cut(positions: readonly string[]): Promise<void> {
      const store = await own();
      for (let at = 0; at < positions.length; at += CUT_AT_ONCE) {
        const commitments: string[] = [];
        for (const position of positions.slice(at, at + CUT_AT_ONCE)) {
          const event = await log.readAt(positionAt(BigInt(position)));
          if (event !== null) commitments.push(...commitmentsOf(event));
        }
        await store.cut(commitments);
      }
    },
    /**
     * One round over the oldest unmarked parts: the log is asked for the event of each, those whose event commits to them are
     * marked, and the others removed. A part that is put again meanwhile stays. Any number of processes may do it at once.
     * Resolves true when there may be more. @throws EventStoreUnavailable
     */
    async sweep(nowMs: number): Promise<boolean> {
      const store = await own();
      const beforeMs = nowMs - YOUNG_MS;
      const left = await store.unmarked(beforeMs, SWEPT_AT_ONCE);
      for (const stream of new Set(left.map((part) => part.stream))) {
        // An event that was appended by an earlier try of the same request has its parts, and not those of the later one.
        const committed = new Set((await log.readStream(stream)).flatMap(commitmentsOf));
        const there = left.filter((part) => part.stream === stream).map(({ commitment }) => commitment);
        await store.mark(there.filter((commitment) => committed.has(commitment)));
        const orphans = there.filter((commitment) => !committed.has(commitment));
        await store.remove(orphans, beforeMs);
      }
      return left.length === SWEPT_AT_ONCE;
    },
  };
}

/** The commitments of an event to its parts; others may write what they like to the server. */
export function commitmentsOf({ metadata }: Pick<NewEvent, 'metadata'>): string[] {
  return PART_KINDS.map((kind): unknown => metadata[kind]).filter((value) => typeof value === 'string');
}

/** False while the log is of no ledger: it is empty, or was written by others. @throws PartsRefused */
async function theyBelong(parts: PartStore, log: BareLog): Promise<boolean> {
  const [opened] = await log.readStream(LEDGER_STREAM, { limit: 1 });
  if (opened?.type !== 'LedgerOpened') return false;
  const { ledgerId } = opened.data as LedgerOpening;
  const owner = async () => (await parts.find([OWNER])).get(OWNER)?.text;
  if ((await owner()) === undefined) {
    const first = await firstCommitments(log);
    if (first.length > 0 && (await parts.find(first)).size === 0)
      throw new PartsRefused(
        `the log of ledger ${ledgerId} has events whose personal values lie in parts beside it, and there are none: restore ` +
          'them from the backup that belongs to that of the log (operations.md), or name the MONGODB_URL or POSTLEDGER_DATA ' +
          'where they are.',
      );
    const event = { stream: LEDGER_STREAM, eventId: opened.id, kind: 'contents' } as const;
    await parts.put([{ ...event, commitment: OWNER, salt: '', text: ledgerId }]);
    await parts.mark([OWNER]);
  }
  const theirs = await owner();
  if (theirs !== ledgerId)
    throw new PartsRefused(
      `the parts of events are those of ledger ${theirs}, and the log is ledger ${ledgerId}: name the MONGODB_URL or ` +
        'POSTLEDGER_DATA that belongs to this log.',
    );
  return true;
}

/** Those of the first event that has parts. */
async function firstCommitments(log: BareLog): Promise<readonly string[]> {
  for (let after = BEGINNING; ; ) {
    const page = await log.readAll({ after, limit: PAGE });
    const first = page.events.map(commitmentsOf).find((commitments) => commitments.length > 0);
    if (first !== undefined || page.caughtUp) return first ?? [];
    after = page.position;
  }
}
