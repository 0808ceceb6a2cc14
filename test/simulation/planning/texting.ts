import type { Chance } from '../chance.ts';
import type { PlannedEvent, SmsBehaviour, SmsNetworkPlan } from '../plan.ts';
import type { People } from './planOf.ts';

type Texting = Pick<People, 'clients'> & {
  readonly lastsMs: number;
  /** How many text messages are sent in all. */
  readonly messages: number;
  readonly processes: readonly string[];
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Hours between two troubles of the carrier, about. */
const EVERY_HOURS = { away: 2, kill: 4 };
/** The numbers that a client writes to are few, so that who said STOP is written to again. */
const NUMBERS = 6;

const BEHAVIOURS: readonly SmsBehaviour[] = [
  'takes',
  'refuses',
  'throttles',
  'hangs',
  'loses answers',
  'reports early',
  'reports late',
  'reports failure',
  'reports nothing',
];
export const SMS_NETWORKS: readonly SmsNetworkPlan[] = BEHAVIOURS.map((behaviour, at) => ({
  ...{ prefix: `+4670${at + 1}`, behaviour },
}));

/**
 * Text messages, sent and inbound: in floods, twice at once, in several segments, and to people who say STOP meanwhile. No
 * account has credits: they are charged all the same.
 */
export function texting(chance: Chance, parts: Texting): readonly PlannedEvent[] {
  const { clients, lastsMs, messages } = parts;
  const [first, ...others] = clients.map(({ name }) => name);
  if (first === undefined) return [];
  const client = () => chance.of([first, ...others]);
  const moment = () => chance.between(0.02, 0.95) * lastsMs;
  const someone = () => {
    const at = chance.is(0.5) ? 0 : chance.whole(0, SMS_NETWORKS.length - 1);
    return `${SMS_NETWORKS[at]?.prefix}${String(chance.whole(1, NUMBERS)).padStart(6, '0')}`;
  };
  const plannedEvents: PlannedEvent[] = [];
  for (let sent = 0; sent < messages; ) {
    const of = { of: 'client', do: 'text', client: client() } as const;
    const [atMs, flood] = [moment(), chance.is(0.1) ? chance.whole(3, 12) : 1];
    for (let one = 0; one < flood; one += 1) {
      sent += 1;
      plannedEvents.push({
        ...{ ...of, key: `text-${sent}`, to: someone(), atMs: atMs + one * chance.between(0, 300) },
        segments: chance.is(0.7) ? 1 : chance.whole(2, 4),
        callsAtOnce: chance.is(0.1) ? chance.whole(2, 3) : 1,
      });
    }
  }
  return [
    ...plannedEvents,
    ...inbound(chance, { ...parts, someone, client, moment }),
    ...faults(chance, parts, moment),
  ];
}

interface Drawing {
  readonly someone: () => string;
  readonly client: () => string;
  readonly moment: () => number;
}

/** What people send: STOP, and START some time later. */
function inbound(
  chance: Chance,
  { lastsMs, messages, someone, client, moment }: Texting & Drawing,
): readonly PlannedEvent[] {
  return Array.from({ length: Math.ceil(messages / 2) }, (): readonly PlannedEvent[] => {
    const of = { of: 'text', client: client(), from: someone(), hasId: chance.is(0.5) } as const;
    const [atMs, times] = [moment(), chance.is(0.2) ? 2 : 1];
    const again = { times, everyMs: chance.of([0, 5 * SECOND_MS, 2 * MINUTE_MS]) };
    if (chance.is(0.5)) {
      const what = chance.of(['says', 'in parts', 'half'] as const);
      return [{ ...of, do: what, atMs, ...again }];
    }
    const startsAtMs = atMs + chance.of([SECOND_MS, MINUTE_MS, HOUR_MS]) * chance.between(0.1, 1);
    return [
      { ...of, do: 'stop', atMs, ...again },
      { ...of, do: 'start', atMs: startsAtMs, times: 1, everyMs: 0 },
    ];
  })
    .flat()
    .filter(({ atMs }) => atMs < lastsMs);
}

/** The carrier is away for a while, and processes die when it has taken a message. */
function faults(
  chance: Chance,
  { lastsMs, processes }: Texting,
  moment: () => number,
): readonly PlannedEvent[] {
  const [first, ...others] = processes;
  if (first === undefined) return [];
  const each = (everyHours: number, make: (atMs: number) => PlannedEvent) =>
    Array.from({ length: Math.ceil(lastsMs / HOUR_MS / everyHours) }, () => make(moment()));
  return [
    ...each(EVERY_HOURS.away, (atMs) => ({
      ...{ of: 'outside', do: 'carrier away', atMs, who: null },
      lastsMs: chance.whole(SECOND_MS, 20 * MINUTE_MS),
    })),
    ...each(EVERY_HOURS.kill, (atMs) => ({
      ...{ of: 'process', do: 'kill', atMs, process: chance.of([first, ...others]), upon: 'text' },
      againAfterMs: chance.whole(500, MINUTE_MS),
    })),
  ];
}
