import type { Chance } from '../chance.ts';
import type { ClientAction, PlannedEvent, PlannedReport, RecipientAction } from '../plan.ts';

type Send = Extract<ClientAction, { do: 'send' }>;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** How many messages of one are answered by a reader, or by a server's report. */
const SHARES = { reader: 0.15, report: 0.1 };
/** Which messages of one have a link to unsubscribe. */
const BROADCAST = 0.3;

const isReal = (address: string) => !address.endsWith('@example.com');

/**
 * The same sends, some with a link to unsubscribe, and what becomes of their mails: reports, soon and hours later, once and
 * several times; and readers, and programs, that follow links.
 */
export function withAnswers(
  chance: Chance,
  plannedEvents: readonly ClientAction[],
  lastsMs: number,
): readonly PlannedEvent[] {
  return plannedEvents.flatMap((one): readonly PlannedEvent[] => {
    if (one.do !== 'send') return [one];
    const sent: Send = chance.is(BROADCAST) ? { ...one, stream: 'broadcast' } : one;
    const [first, ...others] = one.to.filter(isReal);
    if (first === undefined) return [sent];
    const of = { client: one.client, key: one.key, address: chance.of([first, ...others]) };
    const answers: PlannedEvent[] = [];
    if (chance.is(SHARES.reader)) answers.push(reaction(chance, sent, of));
    if (chance.is(SHARES.report)) answers.push(report(chance, sent, of));
    return [sent, ...answers.filter(({ atMs }) => atMs < lastsMs)];
  });
}

type Of = Pick<PlannedReport, 'client' | 'key' | 'address'>;

const afterMs = (chance: Chance, { atMs, laterMs }: Send) =>
  atMs +
  laterMs +
  chance.of([2 * SECOND_MS, 30 * SECOND_MS, 10 * MINUTE_MS, 5 * HOUR_MS]) * chance.between(0.5, 1);

function reaction(chance: Chance, sent: Send, of: Of): RecipientAction {
  const whats = ['open', 'open', 'click', 'unsubscribe', 'undo', 'changes mind'] as const;
  const isFlood = chance.is(0.05);
  return {
    ...{ of: 'recipient', do: chance.of<RecipientAction['do']>([...whats]), ...of },
    atMs: afterMs(chance, sent),
    times: isFlood ? chance.whole(20, 60) : chance.whole(1, 3),
    everyMs: isFlood ? chance.whole(20, 500) : chance.whole(200, 20 * SECOND_MS),
  };
}

function report(chance: Chance, sent: Send, of: Of): PlannedReport {
  return {
    ...{
      of: 'report',
      do: chance.of<PlannedReport['do']>(['bounce', 'delay', 'delivered', 'complaint']),
      ...of,
    },
    proof: chance.of<PlannedReport['proof']>([
      'signed',
      'signed',
      'signed',
      'forwarded',
      'unsigned',
      'forged',
    ]),
    atMs: afterMs(chance, sent),
    times: chance.is(0.3) ? 2 : 1,
    everyMs: chance.whole(0, 10 * MINUTE_MS),
  };
}
