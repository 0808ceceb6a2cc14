import { positionAt } from '../../src/adapters/position.ts';
import type { Position, RecordedEvent } from '../../src/events/event.ts';
import { type Entry, ownerQueues } from '../../src/follow/policy/ownerQueues.ts';
import type { EventBatch } from '../../src/ports/eventStore.ts';
import { seededRandom } from '../support/seededRandom.ts';

const PARTITIONS = 3;
/** The partition that leaves and returns. */
const RETURNING = 2;
/** What an event takes of the memory at least. */
export const LEAST = 2_048;
const LARGEST = 3 * LEAST;
/** Reactions at once. */
const CONCURRENCY = 20;
const MAX_AFTER_FAULT = 8;

/** The event at a place in the log, which counts from 1; its owner is its workspace. */
export function eventOf(n: number, owner: string, text = ''): RecordedEvent {
  const metadata = { v: 1, workspace: owner, actor: 'a', correlation: 'c', causation: null, at: 'then' };
  return {
    ...{ id: `e${n}`, type: 'T', data: { text }, stream: `s${n}`, revision: 0, metadata },
    position: positionAt(n),
  };
}

export const turnOf = ({ metadata }: RecordedEvent) => metadata.workspace;
const partitionOf = ({ position }: RecordedEvent) => Number(position) % PARTITIONS;
const sizeOf = ({ data }: RecordedEvent) => Math.max(LEAST, (data as { text: string }).text.length);

/** A page as a store reads it of a log without gaps. */
export function pageOf(log: readonly RecordedEvent[], after: Position, limit: number): EventBatch {
  const from = Math.max(0, Number(after) + 1 - Number(log[0]?.position ?? 1));
  const events = log.slice(from, from + limit);
  return { events, caughtUp: events.length < limit, position: events.at(-1)?.position ?? after };
}

interface Simulation {
  readonly bounds: { readonly maxCharacters: number; readonly maxChecked: number };
  readonly steps: number;
  /** Whether a partition leaves, and returns from an earlier checkpoint. */
  readonly returns: boolean;
}

/** Places in the log by partition, as a consumer has them: it reads after the slowest of those it holds. */
function partitionsOf(log: readonly RecordedEvent[]) {
  const places = new Map(Array.from({ length: PARTITIONS }, (_, partition) => [partition, 0]));
  let checkpoint: number | null = null;
  return {
    isHeld: (event: RecordedEvent) => places.has(partitionOf(event)),
    isAway: () => checkpoint !== null,
    isBehind: () => Math.min(...places.values()) < Math.max(...places.values()),
    leave(safe: Position | undefined, back: number) {
      const place = Math.min(places.get(RETURNING) ?? 0, Number(safe ?? log.length));
      checkpoint = Math.max(0, place - back);
      places.delete(RETURNING);
    },
    comeBack() {
      places.set(RETURNING, checkpoint ?? 0);
      checkpoint = null;
    },
    /** What is due of the next events, each with a position before it. */
    next(count: number) {
      const from = Math.min(...places.values());
      const to = Math.min(log.length, from + count);
      let before = positionAt(from);
      const due = log.slice(from, to).flatMap((event) => {
        if ((places.get(partitionOf(event)) ?? log.length) >= Number(event.position)) return [];
        const taken = { event, before };
        before = event.position;
        return [taken];
      });
      for (const [partition, place] of places) places.set(partition, Math.max(place, to));
      return due;
    },
  };
}

/** The queues, and next to them everything that was taken and is not done, by plain means. */
function watched({ bounds, returns }: Simulation, log: readonly RecordedEvent[]) {
  const clock = { nowMs: 0, monotonicMs: () => clock.nowMs };
  const queues = ownerQueues(turnOf, clock, bounds);
  const breaches: string[] = [];
  const undone = new Set<RecordedEvent>();
  const begun = new Set<RecordedEvent>();
  const done = new Set<RecordedEvent>();
  const underWay: Entry[] = [];
  /** Owners whose last reaction failed, with the end of their pause. */
  const pauses = new Map<string, number>();
  const counts = { left: 0, again: 0, returned: 0, failed: 0 };
  const breach = (what: string) => breaches.push(what);
  const begin = (entry: Entry) => {
    const { event } = entry;
    const owner = turnOf(event);
    const own = underWay.filter((other) => turnOf(other.event) === owner).length;
    underWay.push(entry);
    // What an owner has under way, and how that ends, counts no more once all of it is read again.
    const pausedUntilMs = returns ? undefined : pauses.get(owner);
    if (pausedUntilMs !== undefined && clock.nowMs < pausedUntilMs) breach(`${owner} began in its pause`);
    if (pausedUntilMs !== undefined && own >= MAX_AFTER_FAULT) breach(`${own} under way after a fault`);
    if (begun.has(event)) return;
    for (const other of undone)
      if (turnOf(other) === owner && other.position < event.position && !begun.has(other))
        breach(`${event.id} began before ${other.id}`);
    begun.add(event);
  };
  return {
    ...{ clock, queues, breaches, undone, underWay, counts },
    take(event: RecordedEvent, before: Position) {
      if (!done.has(event)) undone.add(event);
      const size = queues.size();
      queues.take(event, before);
      if (queues.size() <= size) counts.left += 1;
    },
    readAgain(limit: number, isHeld: (event: RecordedEvent) => boolean) {
      const after = queues.readAgainAfter();
      if (after === null) return false;
      const size = queues.size();
      queues.takeAgain(after, pageOf(log, after, limit), isHeld);
      if (queues.size() > size) counts.again += 1;
      return true;
    },
    begin() {
      while (underWay.length < CONCURRENCY) {
        const entry = queues.next();
        if (entry === null) return;
        begin(entry);
      }
    },
    end(at: number, fails: boolean) {
      for (const entry of underWay.splice(at, 1)) {
        const owner = turnOf(entry.event);
        if (fails) {
          const pause = queues.failed(entry);
          counts.failed += 1;
          if (pause !== null) pauses.set(owner, clock.nowMs + pause.pauseMs);
          continue;
        }
        queues.succeeded(entry);
        pauses.delete(owner);
        if (done.has(entry.event) && !returns) breach(`${entry.event.id} was done twice`);
        done.add(entry.event);
        undone.delete(entry.event);
      }
    },
    check(where: string) {
      const unsafe = queues.unsafe();
      for (const { position } of undone)
        if (unsafe === null || position <= unsafe.safe)
          breach(`${where}: ${position} is not done, and ${unsafe?.safe ?? 'everything'} is called safe`);
      if (queues.size() > bounds.maxCharacters + LARGEST) breach(`${where}: ${queues.size()} in memory`);
      if (returns) return;
      const all = [...undone].reduce((sum, event) => sum + sizeOf(event), 0);
      // Of an owner to read, all may be in memory or done: only the log's end shows that nothing of it is left.
      const hasToRead = queues.ownersToRead() > 0;
      if (undone.size === 0 && unsafe !== null && !hasToRead) breach(`${where}: unsafe without an event`);
      if (hasToRead ? queues.size() > all : queues.size() !== all)
        breach(`${where}: ${queues.size()} in memory of ${all}`);
    },
  };
}

/** Random events, reactions, faults and readings; in the end everything is done. */
export function simulateQueues(seed: number, simulation: Simulation) {
  const random = seededRandom(seed);
  const upTo = (count: number) => Math.floor(random() * count);
  const log: RecordedEvent[] = [];
  const partitions = partitionsOf(log);
  const run = watched(simulation, log);
  const { queues, breaches, undone, underWay, counts } = run;
  const append = () => {
    // One owner has as many events as all of the others.
    const owner = random() < 0.5 ? 'burst' : `owner ${upTo(15)}`;
    log.push(eventOf(log.length + 1, owner, 'x'.repeat(upTo(LARGEST))));
  };
  const readOn = (count: number) => {
    for (const { event, before } of partitions.next(count)) run.take(event, before);
  };
  const leaveOrReturn = () => {
    if (partitions.isAway()) {
      counts.returned += 1;
      return partitions.comeBack();
    }
    if (partitions.isBehind()) return;
    partitions.leave(queues.unsafe()?.safe, random() < 0.5 ? 0 : upTo(20));
    // Another process has them now.
    for (const event of undone) if (!partitions.isHeld(event)) undone.delete(event);
  };
  for (let step = 0; step < simulation.steps && breaches.length === 0; step++) {
    // More comes in than is done for a while, and then everything is done.
    const isGrowing = Math.floor(step / 100) % 2 === 0;
    for (let n = upTo(isGrowing ? 5 : 2); n > 0; n--) append();
    if (random() < (isGrowing ? 0.7 : 0.3)) readOn(upTo(12));
    run.begin();
    for (let n = upTo(isGrowing ? 3 : 12); n > 0; n--) run.end(upTo(underWay.length), random() < 0.1);
    if (random() < (isGrowing ? 0.5 : 0.9)) run.readAgain(1 + upTo(12), partitions.isHeld);
    run.clock.nowMs += upTo(100);
    if (simulation.returns && random() < 0.05) leaveOrReturn();
    run.check(`step ${step}`);
  }
  if (partitions.isAway()) leaveOrReturn();
  readOn(2 * log.length);
  while (breaches.length === 0 && (queues.unsafe() !== null || underWay.length > 0)) {
    // No pause is longer, so whatever is in memory may begin.
    run.clock.nowMs += 5_000;
    run.begin();
    const hasEnded = underWay.length > 0;
    while (underWay.length > 0) run.end(0, false);
    if (!run.readAgain(12, partitions.isHeld) && !hasEnded && queues.ownersToRead() > 0)
      breaches.push('there is room, and no owner is read for');
    run.check('in the end');
  }
  if (queues.size() !== 0 || queues.ownersToRead() !== 0 || undone.size > 0)
    breaches.push(`in the end ${queues.size()} are in memory, and ${undone.size} are not done`);
  return { breaches, counts };
}
