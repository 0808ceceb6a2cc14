import { BEGINNING, PART_KINDS, type Position, type RecordedEvent } from '../../events/event.ts';
import { LEDGER_STREAM, type LedgerOpening } from '../../events/ledger.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { type PartStore, PartsRefused } from '../../ports/parts.ts';
import { positionAt } from '../position.ts';
import type { PutParts } from './append.ts';
import { commitmentsOf, storedParts } from './commitments.ts';

/** Parts that are read at once: those of a page. */
const AT_ONCE = 1_000;
const PAGE = 1_000;
/** The ledger that the parts belong to is stored as a part with this in place of a commitment. */
const OWNER = 'ledger';

/** The log itself, of whose events the parts lie next to it. */
export interface BareLog extends Pick<EventStore, 'readStream' | 'readAll'> {
  /** The event at a position; null where none is. */
  readAt(position: Position): Promise<RecordedEvent | null>;
}

export interface EngineParts {
  readonly put: PutParts;
  /** The events with those of their parts that are there: who reads them compares. `marks`: they were read to be followed. */
  attach(events: readonly RecordedEvent[], marks?: boolean): Promise<readonly RecordedEvent[]>;
  /** Removes the parts of the events at these positions (`plainPosition`). */
  cut(positions: readonly string[]): Promise<void>;
  /** Makes sure, once, that the parts are those of this log's events; the first ones become so. @throws PartsRefused */
  refuseOthers(): Promise<void>;
}

/** The parts of a log's events. Everything rejects with PartsUnavailable, and with PartsRefused when they are another log's. */
export function engineParts(parts: PartStore, log: BareLog): EngineParts {
  let belong = false;
  const refuseOthers = async () => {
    if (!belong) belong = await theyBelong(parts, log);
  };
  return {
    refuseOthers,
    async put(stream, events) {
      const stored = storedParts(stream, events);
      if (stored.length === 0) return;
      await refuseOthers();
      await parts.put(stored);
    },
    async attach(events, marks = false) {
      const commitments = events.flatMap(commitmentsOf);
      if (commitments.length === 0) return events;
      await refuseOthers();
      const found: [string, { salt: string; text: string; isMarked: boolean }][] = [];
      for (let at = 0; at < commitments.length; at += AT_ONCE)
        found.push(...(await parts.find(commitments.slice(at, at + AT_ONCE))));
      const unmarked = found.flatMap(([commitment, { isMarked }]) => (isMarked ? [] : [commitment]));
      // No one waits for it: what stays unmarked is asked for a day later.
      if (marks && unmarked.length > 0) parts.mark(unmarked).catch(() => {});
      const byCommitment = new Map(found);
      return events.map((event) => {
        const own = PART_KINDS.flatMap((kind) => {
          const part = byCommitment.get(event.metadata[kind] ?? '');
          return part === undefined ? [] : [[kind, { salt: part.salt, text: part.text }] as const];
        });
        return own.length === 0 ? event : { ...event, parts: Object.fromEntries(own) };
      });
    },
    async cut(positions) {
      await refuseOthers();
      for (let at = 0; at < positions.length; at += AT_ONCE) {
        const commitments: string[] = [];
        for (const position of positions.slice(at, at + AT_ONCE)) {
          const event = await log.readAt(positionAt(BigInt(position)));
          if (event !== null) commitments.push(...commitmentsOf(event));
        }
        await parts.cut(commitments);
      }
    },
  };
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
    const salt = '';
    await parts.put([
      {
        commitment: OWNER,
        stream: LEDGER_STREAM,
        eventId: opened.id,
        kind: 'contents',
        salt,
        text: ledgerId,
      },
    ]);
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
