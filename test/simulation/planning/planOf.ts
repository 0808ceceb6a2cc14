import { KINDS } from '../../../src/dispatcher/kinds.ts';
import { type Chance, chanceOf } from '../chance.ts';
import {
  type ClientPlan,
  ingredientOf,
  type MailBehaviour,
  type MailDomainPlan,
  type Plan,
  type PlannedEvent,
  type ProcessPlan,
  type ReceiverBehaviour,
  type ReceiverPlan,
} from '../plan.ts';
import { withAnswers } from './answers.ts';
import { names } from './names.ts';
import { operating } from './operating.ts';
import { rebuilds } from './rebuilds.ts';
import { sends } from './sends.ts';
import { SMS_NETWORKS, texting } from './texting.ts';
import { troubles } from './troubles.ts';

export interface PlanSize {
  readonly hours: number;
  /** Null: as many as the seed says, from one to four. */
  readonly processes: number | null;
  /** Messages a day, mails and texts; those of campaigns are not counted. */
  readonly messages: number;
  readonly endpoints: number;
  /** Ingredients that are left out: those of known faults. */
  readonly without: readonly string[];
}

const HOUR_MS = 3_600_000;
const STARTS_AT_MS = Date.parse('2026-03-01T06:00:00.000Z');
const CALM_MS = 30 * 60_000;
/** So many messages of one are text messages. */
const SHARE_OF_TEXTS = 0.23;
/** Kinds of event at most that an endpoint subscribes to by name. */
const MOST_KINDS = 4;

const MAIL_BEHAVIOURS: readonly [MailBehaviour, ...MailBehaviour[]] = [
  'takes',
  'slow',
  'defers',
  'greylists',
  'refuses',
  'is full',
  'hangs',
  'closes after the dot',
];
const RECEIVER_BEHAVIOURS: readonly [ReceiverBehaviour, ...ReceiverBehaviour[]] = [
  'fast',
  'fast',
  'fast',
  '250 ms',
  '1.9 s',
  'hangs',
  '500',
  '410',
  'refuses',
  'flaps',
];

/** The plan of a seed: everything in it follows from the seed and the size. */
export function planOf(seed: number, { hours, processes, messages, endpoints, without }: PlanSize): Plan {
  const chance = chanceOf(seed, 'plan');
  const over = processes === 1 || (processes === null && chance.is(0.3)) ? 'embedded' : 'engines';
  const count = over === 'embedded' ? 1 : (processes ?? chance.whole(2, 4));
  const lastsMs = hours * HOUR_MS;
  const texts = (SHARE_OF_TEXTS * messages * hours) / 24;
  const people = populate(chance, endpoints, without.includes('client: a small day') ? LARGE_DAY : SMALL_DAY);
  const processPlans = Array.from({ length: count }, (_, at) => processPlan(chance, at));
  const { route, changes } = names(chanceOf(seed, 'plan of names'), { ...people, lastsMs });
  const plannedEvents = [
    ...changes,
    ...withAnswers(
      chanceOf(seed, 'plan of answers'),
      sends(chanceOf(seed, 'plan of sends'), {
        ...{ ...people, lastsMs, messages: (messages * hours) / 24 - texts },
      }),
      lastsMs,
    ),
    ...operating(chanceOf(seed, 'plan of operating'), { ...people, lastsMs }),
    ...troubles(chanceOf(seed, 'plan of troubles'), { ...people, lastsMs, processes: processPlans, over }),
    ...rebuilds(chanceOf(seed, 'plan of rebuilds'), lastsMs),
    ...texting(chanceOf(seed, 'plan of texts'), {
      ...{ ...people, lastsMs, messages: texts },
      processes: processPlans.map(({ name }) => name),
    }),
  ];
  return {
    ...{
      seed,
      startsAtMs: STARTS_AT_MS,
      lastsMs,
      calmMs: CALM_MS,
      over,
      ...people,
      smsNetworks: SMS_NETWORKS,
      route,
    },
    partitions: over === 'embedded' ? 1 : 4,
    processes: processPlans,
    plannedEvents: inOrder(plannedEvents.filter((one) => !without.includes(ingredientOf(one)))),
  };
}

export const inOrder = (plannedEvents: readonly PlannedEvent[]): readonly PlannedEvent[] =>
  [...plannedEvents].sort((one, other) => one.atMs - other.atMs);

/** The first does everything; others are of use to different degrees. */
function processPlan(chance: Chance, at: number): ProcessPlan {
  const name = `process ${at + 1}`;
  if (at === 0) return { name, roles: 'all' };
  return chance.of<ProcessPlan>([
    { name, roles: 'all' },
    { name, roles: ['api'] },
    { name, roles: ['api', 'projector'] },
    { name, roles: ['sender', 'dispatcher'] },
  ]);
}

export interface People {
  readonly clients: readonly ClientPlan[];
  readonly mailDomains: readonly MailDomainPlan[];
  readonly receivers: readonly ReceiverPlan[];
}

function someKinds(chance: Chance): readonly string[] {
  const kind = () => KINDS[chance.whole(0, KINDS.length - 1)] ?? '*';
  return [...new Set(Array.from({ length: chance.whole(1, MOST_KINDS) }, kind))];
}

/** Sends a day: one that is used up, and one that is not. */
const SMALL_DAY = 50;
const LARGE_DAY = 10_000;

/** Customers with two endpoints each, receivers and mail servers of all kinds. */
function populate(chance: Chance, endpoints: number, smallDay: number): People {
  const receivers = Array.from({ length: endpoints }, (_, at) => ({
    host: `hooks${at + 1}.test`,
    behaviour: chance.of(RECEIVER_BEHAVIOURS),
  }));
  const clients = Array.from({ length: Math.ceil(endpoints / 2) }, (_, at) => ({
    name: `client ${at + 1}`,
    endpoints: receivers.slice(2 * at, 2 * at + 2).map(({ host }, place) => ({
      url: `https://${host}/${at + 1}`,
      events: chance.is(place === 0 ? 0.6 : 0.2) ? ['*'] : someKinds(chance),
    })),
    perSecond: chance.whole(2, 20),
    perDay: chance.is(0.2) ? smallDay : LARGE_DAY,
    number: `+4610${at + 1}000`,
  }));
  const mailDomains = MAIL_BEHAVIOURS.map((behaviour, at) => ({ domain: `mail${at + 1}.test`, behaviour }));
  return { clients, mailDomains, receivers };
}
