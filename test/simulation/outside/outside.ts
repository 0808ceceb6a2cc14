import type { Ports } from '../../../src/ports/ports.ts';
import type { Chance } from '../chance.ts';
import type { Journal } from '../journal.ts';
import type { OutsideTrouble, Plan } from '../plan.ts';
import type { Deaths } from '../process/deaths.ts';
import type { Agenda } from '../time/agenda.ts';
import type { Driver } from '../time/driver.ts';
import type { Life } from '../time/life.ts';
import type { WallClocks } from '../time/wallClocks.ts';
import type { Mailboxes } from './mailboxes.ts';

/** What every part of the outside is made of. */
export interface OutsideParts {
  readonly plan: Plan;
  readonly agenda: Agenda;
  readonly driver: Driver;
  readonly wall: WallClocks;
  /** A chance of its own under a name of its own. */
  readonly chance: (name: string) => Chance;
  readonly journal: Journal;
  readonly deaths: Deaths;
  readonly away: Away;
  /** What recipients have got. */
  readonly mailboxes: Mailboxes;
}

/**
 * A part of the outside: someone beyond the ports whom processes speak to. It decides by itself what it does, writes it
 * down in its own book of the journal, and gives each life of a process the ports over which it is reached.
 */
export interface OutsidePart<Name extends keyof Ports> {
  portsFor(life: Life): Pick<Ports, Name>;
}

/** Who is away at present, by the plan. */
export interface Away {
  begin(plannedEvent: OutsideTrouble): void;
  is(what: OutsideTrouble['do'], who: string): boolean;
  endAll(): void;
}

export function openAway(agenda: Agenda, journal: Journal): Away {
  let under: OutsideTrouble[] = [];
  return {
    begin(plannedEvent) {
      const { do: what, who, lastsMs } = plannedEvent;
      under = [...under, plannedEvent];
      journal.note('doings', { what, process: null, detail: `${who ?? 'all'}, for ${lastsMs} ms` });
      agenda.at(agenda.nowMs() + lastsMs, () => {
        under = under.filter((one) => one !== plannedEvent);
      });
    },
    is: (what, who) => under.some((one) => one.do === what && (one.who === null || one.who === who)),
    endAll() {
      under = [];
    },
  };
}
