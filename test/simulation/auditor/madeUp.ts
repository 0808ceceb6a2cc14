import { positionAt } from '../../../src/adapters/position.ts';
import type { RecordedEvent } from '../../../src/events/event.ts';
import { chanceOf } from '../chance.ts';
import type { JournalLines, JournalName, Journals, Moment } from '../journal.ts';
import type { Plan } from '../plan.ts';
import { openStores } from '../stores/stores.ts';
import { agenda } from '../time/agenda.ts';
import type { Breach, Evidence, Rule } from './rule.ts';

/** The date at which made-up worlds begin: milliseconds since 1970. */
const BEGUN_MS = Date.parse('2026-03-01T06:00:00.000Z');
export const WORKSPACE = '55c84533-fa8a-5f2a-883a-25519006fd2d';
export const dateAt = (atMs: number): string => new Date(BEGUN_MS + atMs).toISOString();

/** An event of a made-up log. `atMs`: when it was appended. */
export interface MadeUpEvent {
  readonly atMs: number;
  readonly stream: string;
  readonly type: string;
  readonly data: object;
  readonly actor?: string;
  readonly causation?: string;
  /** The process that appended it; absent: process 1. */
  readonly by?: string;
}

type MadeUpLines = { readonly [Name in JournalName]?: readonly (JournalLines[Name] & { atMs: number })[] };

export interface MadeUp {
  readonly events?: readonly MadeUpEvent[];
  readonly lines?: MadeUpLines;
  readonly plan?: Partial<Plan>;
  readonly endMs?: number;
  readonly watchedFromMs?: number;
}

const PLAN: Plan = {
  ...{ seed: 1, startsAtMs: BEGUN_MS, lastsMs: 3_600_000, calmMs: 0, over: 'engines', partitions: 4 },
  processes: [{ name: 'process 1', roles: 'all' }],
  ...{ clients: [], mailDomains: [], route: 'relay', receivers: [], smsNetworks: [], plannedEvents: [] },
};

/** The id of the event at a place of the made-up log, from 1. */
export const idOf = (place: number): string => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;

/** What an auditor would have of a world in which just this had happened. */
export function evidenceOf({ events = [], lines = {}, plan = {}, endMs, watchedFromMs }: MadeUp): Evidence {
  const whole = { ...PLAN, ...plan };
  const streams = new Map<string, RecordedEvent[]>();
  const recorded = events.map(({ atMs, stream, type, data, actor = 'sender', causation }, at) => {
    const own = streams.get(stream) ?? [];
    const event: RecordedEvent = {
      ...{ id: idOf(at + 1), stream, type, data, revision: own.length },
      position: positionAt(at + 1),
      metadata: {
        ...{ v: 1, workspace: WORKSPACE, actor, correlation: '', causation: causation ?? null },
        at: dateAt(atMs),
      },
    };
    streams.set(stream, [...own, event]);
    return event;
  });
  const booked = <Name extends JournalName>(name: Name): readonly (JournalLines[Name] & Moment)[] =>
    (lines[name] ?? []).map((line) => ({ ...line, dateMs: BEGUN_MS + line.atMs }));
  const journals: Journals = {
    // Books that only some worlds have.
    ...(lines as object),
    ...{ clients: booked('clients'), mail: booked('mail'), posts: booked('posts'), logs: booked('logs') },
    ...{
      processes: booked('processes'),
      rebuilds: booked('rebuilds'),
      troubles: booked('troubles'),
      doings: booked('doings'),
    },
    ...{
      lookups: booked('lookups'),
      texts: booked('texts'),
      receipts: booked('receipts'),
      inbound: booked('inbound'),
    },
    ...{ writes: booked('writes'), reports: booked('reports'), reactions: booked('reactions') },
    ...{ timers: booked('timers'), gauges: booked('gauges'), readiness: booked('readiness') },
  };
  const lastMs = endMs ?? whole.lastsMs;
  return {
    ...{
      plan: whole,
      journals,
      events: recorded,
      clocksMs: [0],
      watchedFromMs: watchedFromMs ?? null,
      leftOutMs: () => 0,
    },
    appendedBy: ({ position }) => events[Number(position) - 1]?.by ?? 'process 1',
    appendedAtMs: ({ position }) => events[Number(position) - 1]?.atMs ?? 0,
    stream: (name) => streams.get(name) ?? [],
    stores: emptyStores(whole),
    workspaceOf: () => WORKSPACE,
    ...{ endMs: lastMs, endDateMs: BEGUN_MS + lastMs },
  };
}

/** What a rule says of a made-up world: the sentences of its breaches. */
export async function saidOf(rule: Rule, madeUp: MadeUp): Promise<readonly string[]> {
  const breaches: readonly Breach[] = await rule.check(evidenceOf(madeUp));
  return breaches.map(({ what }) => what);
}

function emptyStores(plan: Plan): Evidence['stores'] {
  const time = agenda(() => {});
  return openStores({
    ...{ plan, agenda: time },
    wall: { nowMs: () => BEGUN_MS, outsideMs: () => BEGUN_MS, offsetsMs: () => [0], step() {} },
    chance: (name) => chanceOf(plan.seed, name),
    journal: { books: {} as Journals, note: (_, line) => line },
    deaths: { await() {}, happened() {}, clear() {} },
  });
}
