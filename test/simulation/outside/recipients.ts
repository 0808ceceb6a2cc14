import type { Chance } from '../chance.ts';
import type { Journal, ReactionLine } from '../journal.ts';
import type { RecipientAction } from '../plan.ts';
import type { Call, SimulatedProcess } from '../process/process.ts';
import type { Agenda } from '../time/agenda.ts';
import { linksIn, type MailCopy } from './mailboxes.ts';
import { underWay } from './underWay.ts';

export interface Recipients {
  /** Follows a link of a copy, as often as the plan says. Nothing when the copy has no such link. */
  react(plannedEvent: RecipientAction, copy: MailCopy): void;
  /** Whether a page is being waited for. */
  readonly areCalling: boolean;
}

interface RecipientsParts {
  readonly agenda: Agenda;
  readonly chance: Chance;
  readonly journal: Journal;
  readonly processes: readonly SimulatedProcess[];
}

/** What recipients reach the service by. */
export const BASE_URL = 'https://api.postledger.test';

/** A page waits for its recording so long. */
const CALLING_MS = 2_000;

type Act = ReactionLine['what'];

const PATHS: Readonly<Record<Act, string>> = { open: '/o/', click: '/c/', unsubscribe: '/u/', undo: '/u/' };
/** By the button of a mail program (RFC 8058), and by that of the page. */
const FORMS: Readonly<Partial<Record<Act, string>>> = {
  unsubscribe: 'List-Unsubscribe=One-Click',
  undo: 'action=resubscribe',
};
const HEADERS = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const FORM_HEADERS = { ...HEADERS, 'content-type': 'application/x-www-form-urlencoded' };

/** Who reads the mail: people, and the programs that read it for them. */
export function recipients({ agenda, chance, journal, processes }: RecipientsParts): Recipients {
  const calls = underWay(agenda, CALLING_MS);
  const follow = async (what: Act, { raw, messageId, recipient }: MailCopy): Promise<void> => {
    const link = linksIn(raw, BASE_URL).find((one) => one.startsWith(`${BASE_URL}${PATHS[what]}`));
    if (link === undefined) return;
    const [first, ...others] = processes.filter((one) => one.isReachable());
    const process = first === undefined ? null : chance.of([first, ...others]);
    const form = FORMS[what];
    const url = link.slice(BASE_URL.length);
    const call: Call =
      form === undefined
        ? { method: 'GET', url, headers: HEADERS }
        : { method: 'POST', url, headers: FORM_HEADERS, body: form };
    const over = calls.begin();
    const answer = process === null ? null : await process.request(call);
    over();
    journal.note('reactions', {
      ...{ what, messageId, recipient, process: process?.name ?? null },
      status: answer?.status ?? null,
    });
  };
  return {
    react({ do: what, times, everyMs }, copy) {
      const acts: readonly Act[] = what === 'changes mind' ? ['unsubscribe', 'undo'] : [what];
      for (let time = 0; time < times; time += 1)
        acts.forEach((act, place) => {
          const afterMs = (time + place / acts.length) * everyMs;
          agenda.at(agenda.nowMs() + afterMs, () => void follow(act, copy));
        });
    },
    get areCalling() {
      return calls.any;
    },
  };
}
