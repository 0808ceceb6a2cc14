import type { Chance } from '../chance.ts';
import type { ClientAction } from '../plan.ts';
import type { People } from './planOf.ts';

interface Sending extends People {
  readonly lastsMs: number;
  /** How many messages are sent in all. */
  readonly messages: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** For so much of a day nothing is done. */
const NIGHT_MS = 8 * HOUR_MS;
const SANDBOX = ['delivered', 'bounce', 'complaint', 'transient'] as const;

/** What the clients send: now and then in floods, now and then twice at once, and nothing at night. */
export function sends(
  chance: Chance,
  { clients, mailDomains, lastsMs, messages }: Sending,
): readonly ClientAction[] {
  const plannedEvents: ClientAction[] = [];
  const [first, ...others] = clients;
  if (first === undefined) return [];
  const oneOf = () => chance.of([first, ...others]).name;
  const address = () => {
    if (chance.is(0.2)) return `${chance.of(SANDBOX)}@example.com`;
    const domain = chance.is(0.6)
      ? 'mail1.test'
      : (mailDomains[chance.whole(0, mailDomains.length - 1)]?.domain ?? 'mail1.test');
    return `reader${chance.whole(1, 400)}@${domain}`;
  };
  const recipients = () => {
    const count = chance.is(0.85) ? 1 : chance.whole(2, 5);
    return [...new Set(Array.from({ length: count }, address))];
  };
  const send = (client: string, atMs: number, number: number): ClientAction => ({
    ...{ of: 'client', do: 'send', atMs, client, key: `key-${number}`, to: recipients() },
    laterMs: chance.is(0.05) ? chance.whole(60_000, 2 * HOUR_MS) : 0,
    callsAtOnce: chance.is(0.08) ? chance.whole(2, 4) : 1,
  });
  for (let sent = 0; sent < messages; ) {
    const atMs = awake(chance.between(0, lastsMs), lastsMs);
    const flood = chance.is(0.04) ? chance.whole(5, 40) : 1;
    const client = oneOf();
    for (let one = 0; one < flood && sent < messages; one += 1) {
      sent += 1;
      plannedEvents.push(send(client, atMs + one * chance.between(0, 300), sent));
    }
  }
  return plannedEvents;
}

/** A moment of the day for one of the night. */
function awake(atMs: number, lastsMs: number): number {
  if (lastsMs < DAY_MS) return atMs;
  const ofDayMs = atMs % DAY_MS;
  const wakeMs = DAY_MS - NIGHT_MS;
  return ofDayMs < wakeMs ? atMs : atMs - ofDayMs + ((ofDayMs - wakeMs) / NIGHT_MS) * wakeMs;
}
