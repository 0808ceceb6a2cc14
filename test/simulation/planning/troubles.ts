import type { Chance } from '../chance.ts';
import type {
  ClockStep,
  OutsideTrouble,
  Plan,
  PlannedEvent,
  ProcessAction,
  ProcessPlan,
  StoreTrouble,
} from '../plan.ts';
import type { People } from './planOf.ts';

interface Troubling extends People {
  readonly lastsMs: number;
  readonly processes: readonly ProcessPlan[];
  readonly over: Plan['over'];
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Hours between two troubles of one kind, about. */
const EVERY_HOURS = { kill: 3, loop: 12, pause: 2, step: 6, store: 1, outside: 2, power: 8 };

/** What goes wrong, each kind by itself, so that any two may come together. */
export function troubles(chance: Chance, troubling: Troubling): readonly PlannedEvent[] {
  const { lastsMs, processes, over, receivers } = troubling;
  const moments = (everyHours: number): readonly number[] => {
    const count = lastsMs / HOUR_MS / everyHours;
    const whole = Math.floor(count) + (chance.is(count % 1) ? 1 : 0);
    return Array.from({ length: whole }, () => chance.between(0.02, 0.95) * lastsMs);
  };
  const [first, ...others] = processes.map(({ name }) => name);
  const process = () => (first === undefined ? 'process 1' : chance.of([first, ...others]));
  return [
    ...moments(EVERY_HOURS.kill).map((atMs): ProcessAction => kill(chance, process(), atMs)),
    ...moments(EVERY_HOURS.loop).flatMap((atMs) => crashLoop(chance, process(), atMs)),
    ...moments(EVERY_HOURS.pause).map(
      (atMs): ProcessAction => ({
        ...{ of: 'process', do: 'pause', atMs, process: process() },
        lastsMs: chance.of([1_000, 10_000, 90_000, 15 * MINUTE_MS]),
      }),
    ),
    ...moments(EVERY_HOURS.step).map(
      (atMs): ClockStep => ({
        ...{ of: 'clock', do: 'step', atMs, process: null },
        byMs: chance.of([-HOUR_MS, -MINUTE_MS, -2_000, 2_000, MINUTE_MS, HOUR_MS]),
      }),
    ),
    ...moments(EVERY_HOURS.store).map((atMs) =>
      storeTrouble(chance, chance.is(0.5) ? process() : null, atMs),
    ),
    ...moments(EVERY_HOURS.outside).map((atMs): OutsideTrouble => {
      const what = chance.of<OutsideTrouble['do']>(['relay away', 'receiver away', 'names away']);
      const host = receivers[chance.whole(0, receivers.length - 1)]?.host ?? null;
      return {
        ...{ of: 'outside', do: what, atMs, who: what === 'relay away' ? null : host },
        lastsMs: chance.whole(10_000, 40 * MINUTE_MS),
      };
    }),
    ...(over === 'embedded' ? moments(EVERY_HOURS.power) : []).map(
      (atMs): PlannedEvent => ({
        ...{ of: 'power', do: 'cut', atMs, againAfterMs: chance.whole(1_000, 60_000) },
        documentsLoseMs: chance.whole(0, 20_000),
      }),
    ),
  ];
}

function kill(chance: Chance, process: string, atMs: number): ProcessAction {
  return {
    ...{ of: 'process', do: 'kill', atMs, process },
    upon: chance.of(['now', 'now', 'append', 'mail', 'post']),
    againAfterMs: chance.whole(500, 3 * MINUTE_MS),
  };
}

/** A process that dies again and again in the first seconds of its life. */
function crashLoop(chance: Chance, process: string, atMs: number): readonly ProcessAction[] {
  let dyingAtMs = atMs;
  return Array.from({ length: chance.whole(3, 12) }, () => {
    dyingAtMs += chance.whole(1_000, 12_000);
    return {
      ...{ of: 'process', do: 'kill', atMs: dyingAtMs, process },
      ...{ upon: chance.of(['now', 'append', 'mail', 'post']), againAfterMs: 500 },
    };
  });
}

function storeTrouble(chance: Chance, process: string | null, atMs: number): StoreTrouble {
  const [store, what] = chance.of<readonly [StoreTrouble['store'], StoreTrouble['do']]>([
    ['log', 'slow'],
    ['log', 'unavailable'],
    ['log', 'answers lost'],
    ['log', 'disk full'],
    ['log', 'readers lag'],
    ['log', 'subscriptions dropped'],
    ['documents', 'slow'],
    ['documents', 'unavailable'],
    ['documents', 'answers lost'],
    ['documents', 'disk full'],
    ['blobs', 'unavailable'],
    ['coordination', 'slow'],
    ['coordination', 'unavailable'],
    ['coordination', 'leases lost'],
    ['coordination', 'hints lost'],
  ]);
  return {
    ...{ of: 'store', do: what, store, process, atMs },
    lastsMs: chance.whole(500, chance.is(0.2) ? 10 * MINUTE_MS : 30_000),
    share: chance.of([0.02, 0.2, 1]),
  };
}
