import { positionAt } from '../../src/adapters/position.ts';
import type { Position, RecordedEvent } from '../../src/events/event.ts';
import { type AheadBounds, eventsAhead, type Placed } from '../../src/follow/policy/eventsAhead.ts';
import type { ReadAhead } from '../../src/follow/policy/memoryShares.ts';
import type { EventBatch } from '../../src/ports/eventStore.ts';
import { seededRandom } from '../support/seededRandom.ts';

const PARTITIONS = 3;
/** The partition that leaves and returns. */
const RETURNING = 2;

const positionOf = positionAt;

/** The event at a place in the log, which counts from 1; its owner is its workspace. */
export function eventOf(n: number, owner: string, text = ''): RecordedEvent {
  const metadata = { v: 1, workspace: owner, actor: 'a', correlation: 'c', causation: null, at: 'then' };
  return {
    ...{ id: `e${n}`, type: 'T', data: { text }, stream: `s${n}`, revision: 0, metadata },
    position: positionOf(n),
  };
}

export const placeOf = ({ position, metadata }: RecordedEvent): Placed => ({
  ...{ owner: metadata.workspace, partition: Number(position) % PARTITIONS },
});

/** A page as a store reads it of a log without gaps. */
export function pageOf(log: readonly RecordedEvent[], after: Position, limit: number): EventBatch {
  const from = Math.max(0, Number(after) + 1 - Number(log[0]?.position ?? 1));
  const events = log.slice(from, from + limit);
  return { events, caughtUp: events.length < limit, position: events.at(-1)?.position ?? after };
}

interface Simulation {
  readonly bounds: Required<AheadBounds>;
  readonly steps: number;
  /** Whether a partition leaves, and returns from an earlier checkpoint. */
  readonly returns: boolean;
}

type Ahead = ReturnType<typeof eventsAhead>;

/** The same work done without any bounds: every event that is not done, and those left in the log by owner. */
function naiveModel(ahead: Ahead, { bounds, returns }: Simulation) {
  const breaches: string[] = [];
  const done = new Set<RecordedEvent>();
  const unsettled = new Set<RecordedEvent>();
  const left = new Map<string, RecordedEvent[]>();
  const memory: ReadAhead[] = [];
  const counts = { left: 0, again: 0, returned: 0 };
  const add = (entry: ReadAhead, isNext: boolean) => {
    memory.push(entry);
    // Entries of a partition that is held again are added without room and out of order.
    if (returns) return;
    if (!isNext) breaches.push(`${entry.event.id} was taken before its turn`);
    const own = memory.filter(({ owner }) => owner === entry.owner).length;
    if (own > bounds.maxEach) breaches.push(`${own} events of ${entry.owner} are in memory`);
    if (memory.length > bounds.maxEvents) breaches.push(`${memory.length} events are in memory`);
  };
  return {
    ...{ breaches, memory, unsettled, counts },
    take(event: RecordedEvent) {
      if (!done.has(event)) unsettled.add(event);
      const { owner } = placeOf(event);
      const own = left.get(owner) ?? [];
      const entry = ahead.take(event, placeOf(event));
      if (entry !== null) return add(entry, own.length === 0);
      counts.left += 1;
      own.push(event);
      left.set(owner, own);
    },
    takeAgain(after: Position, batch: EventBatch) {
      const entries = ahead.takeAgain(after, batch, placeOf);
      for (const entry of entries) add(entry, left.get(entry.owner)?.shift() === entry.event);
      counts.again += entries.length;
    },
    settle(at: number) {
      for (const entry of memory.splice(at, 1)) {
        ahead.settle(entry);
        unsettled.delete(entry.event);
        done.add(entry.event);
      }
    },
    check(where: string) {
      const unsafe = ahead.unsafe();
      if (ahead.size !== memory.length) breaches.push(`${where}: size ${ahead.size}, not ${memory.length}`);
      for (const { position } of unsettled)
        if (unsafe === null || position <= unsafe.safe)
          breaches.push(
            `${where}: ${position} is not done, and ${unsafe?.safe ?? 'everything'} is called safe`,
          );
      if (returns) return;
      if (unsettled.size === 0 && unsafe !== null) breaches.push(`${where}: unsafe without an event`);
      const owners = [...left.values()].filter(({ length }) => length > 0).length;
      if (ahead.ownersToRead !== owners)
        breaches.push(`${where}: ${ahead.ownersToRead} owners are read for, not ${owners}`);
    },
  };
}

/** Random events, settlements and readings; in the end everything is settled. */
export function simulateAhead(seed: number, simulation: Simulation) {
  const random = seededRandom(seed);
  const upTo = (count: number) => Math.floor(random() * count);
  const ahead = eventsAhead(simulation.bounds);
  const model = naiveModel(ahead, simulation);
  const log: RecordedEvent[] = [];
  let read = 0;
  let returningFrom: number | null = null;
  const isHeld = (event: RecordedEvent) => returningFrom === null || placeOf(event).partition !== RETURNING;
  const append = () => {
    // One owner has as many events as all of the others.
    const owner = random() < 0.5 ? 'burst' : `owner ${upTo(15)}`;
    log.push(eventOf(log.length + 1, owner, 'x'.repeat(upTo(60))));
  };
  const readOn = (count: number) => {
    for (const event of log.slice(read, read + count)) if (isHeld(event)) model.take(event);
    read = Math.min(log.length, read + count);
  };
  const readAgain = () => {
    const after = ahead.readAgainAfter();
    if (after !== null) model.takeAgain(after, pageOf(log, after, 1 + upTo(12)));
    return after !== null;
  };
  const leaveOrReturn = () => {
    if (returningFrom === null) {
      const safe = Math.min(read, Number(ahead.unsafe()?.safe ?? read));
      returningFrom = Math.max(0, safe - (random() < 0.5 ? 0 : upTo(20)));
      return;
    }
    const again = log.slice(returningFrom, read).filter((event) => placeOf(event).partition === RETURNING);
    returningFrom = null;
    for (const event of again) model.take(event);
    model.counts.returned += 1;
  };
  for (let step = 0; step < simulation.steps && model.breaches.length === 0; step++) {
    // More comes in than is settled for a while, and then everything is settled.
    const isGrowing = Math.floor(step / 100) % 2 === 0;
    for (let n = upTo(isGrowing ? 5 : 2); n > 0; n--) append();
    if (random() < (isGrowing ? 0.7 : 0.2)) readOn(upTo(8));
    for (let n = upTo(isGrowing ? 3 : 12); n > 0; n--) model.settle(upTo(model.memory.length));
    if (random() < (isGrowing ? 0.5 : 0.9)) readAgain();
    if (simulation.returns && random() < 0.012) leaveOrReturn();
    model.check(`step ${step}`);
  }
  if (returningFrom !== null) leaveOrReturn();
  readOn(log.length);
  while (model.breaches.length === 0 && (ahead.size > 0 || ahead.ownersToRead > 0)) {
    while (model.memory.length > 0) model.settle(0);
    if (!readAgain() && ahead.ownersToRead > 0)
      model.breaches.push('there is room, and no owner is read for');
    model.check('in the end');
  }
  if (ahead.unsafe() !== null || model.unsettled.size > 0) model.breaches.push('something was never settled');
  return { breaches: model.breaches, counts: model.counts };
}
