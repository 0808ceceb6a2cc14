import type { RecordedEvent } from '../../../src/events/event.ts';
import type { Journals } from '../journal.ts';
import type { Plan } from '../plan.ts';
import type { Stores } from '../stores/stores.ts';

/** What an auditor has: what everyone wrote down, and the log. It knows nothing of the service's own state. */
export interface Evidence {
  readonly plan: Plan;
  readonly journals: Journals;
  readonly events: readonly RecordedEvent[];
  /** When an event was appended, by the time that passes, whatever date it bears. */
  readonly appendedAtMs: (event: RecordedEvent) => number;
  /** The process that appended an event; null: an operator. */
  readonly appendedBy: (event: RecordedEvent) => string | null;
  /** Events of one stream, in order. */
  readonly stream: (name: string) => readonly RecordedEvent[];
  /** For the one rule that compares read models with the log. */
  readonly stores: Stores;
  /** The accounts that the clients had: workspace by client. */
  readonly workspaceOf: (client: string) => string | undefined;
  /** The moment of the audit, by the time that passes and by the clock of the service that is later than none of the others. */
  readonly endMs: number;
  readonly endDateMs: number;
  /** How many milliseconds the clocks of processes were ever apart from the date outside. */
  readonly clocksMs: readonly number[];
  /** Since when nothing has happened and every timer was lived through and written down; null: never. */
  readonly watchedFromMs: number | null;
  /** How much of a stretch of time was left out: no process lived through it. */
  readonly leftOutMs: (fromMs: number, toMs: number) => number;
}

/** Something that must not be. */
export interface Breach {
  readonly rule: string;
  /** One sentence that says what is wrong, with the ids it is about. */
  readonly what: string;
  /** When it went wrong, as far as it is known; what was written down around then is printed. */
  readonly atMs: number | null;
  /** Ids whose lines are printed from the journals and the log. */
  readonly about: readonly string[];
}

/** One promise of the service, checked from the outside. */
export interface Rule {
  readonly name: string;
  check(evidence: Evidence): readonly Breach[] | Promise<readonly Breach[]>;
}
