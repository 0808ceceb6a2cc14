import type { Chance } from '../chance.ts';
import type { Journal } from '../journal.ts';
import type { StoreFault, StoreName, StoreTrouble } from '../plan.ts';
import type { Agenda } from '../time/agenda.ts';

/** The faults of the stores that are under way. */
export interface StoreTroubles {
  begin(plannedEvent: StoreTrouble): void;
  /** Whether a fault strikes this call. */
  strikes(fault: StoreFault, store: StoreName, process: string): boolean;
  /** Whether any has begun so lately that its consequences are still to come. */
  anyNew(): boolean;
  /** Ends all of them: the calm at the end of a run. */
  endAll(): void;
}

/** Leases have lapsed by then, and everyone has met the fault who meets it at all. */
const NEW_MS = 12_000;

export function storeTroubles(agenda: Agenda, chance: Chance, journal: Journal): StoreTroubles {
  let under: StoreTrouble[] = [];
  const end = (plannedEvent: StoreTrouble) => {
    if (!under.includes(plannedEvent)) return;
    under = under.filter((one) => one !== plannedEvent);
    note(plannedEvent, 'is over');
  };
  const note = ({ do: what, store, process }: StoreTrouble, detail: string) =>
    journal.note('troubles', { what: `${store}: ${what}`, process, detail });
  return {
    begin(plannedEvent) {
      under = [...under, plannedEvent];
      note(
        plannedEvent,
        `for ${plannedEvent.lastsMs} ms, one call in ${(1 / plannedEvent.share).toFixed(0)}`,
      );
      agenda.at(agenda.nowMs() + plannedEvent.lastsMs, () => end(plannedEvent));
    },
    strikes: (fault, store, process) =>
      under.some(
        (one) =>
          one.do === fault &&
          one.store === store &&
          (one.process === null || one.process === process) &&
          chance.is(one.share),
      ),
    anyNew: () => under.some(({ atMs }) => agenda.nowMs() - atMs < NEW_MS),
    endAll: () => under.forEach(end),
  };
}
