import type { Agenda } from './agenda.ts';
import type { WallClocks } from './wallClocks.ts';

/**
 * Leaves out stretches in which nothing would happen: a process polls two hundred times a second when it has nothing to do, and
 * a world that lived through all of them would take minutes a day. What is left out are polls alone, each put off by the
 * whole stretch. Everything else happens at its moment, and the world wakes before anything that is due.
 */
export interface Idleness {
  /** Something was done: the world is awake for as long as it may have consequences. */
  deed(): void;
  /** A long sleep has ended: the sleeper looks for work. */
  wake(): void;
  /** Something was done after which processes have to find each other again. */
  disruption(): void;
  /**
   * Called before each step: lets time pass where nothing is to happen. True where only answers of stores stand in the way:
   * polls wait for them, since each poll would make a call more.
   */
  pass(): boolean;
  /** From now on every poll is lived through. */
  end(): void;
  /** Simulated milliseconds that were left out. */
  readonly passedOverMs: number;
}

export interface IdlenessParts {
  readonly agenda: Agenda;
  readonly wall: WallClocks;
  /** Whether something is under way that keeps everyone awake. */
  readonly isAwake: () => boolean;
  /** The first due time of any work at or after a date; null where there is none. */
  readonly dueAtMs: (fromMs: number) => number | null;
  /** Called with the length of what was left out. */
  readonly onPassOver: (ms: number) => void;
}

const DEED_MS = 350;
const WAKE_MS = 50;
const DISRUPTION_MS = 10_000;
/** The world wakes so long before a due time: all that look for work have looked by then, as polls come at once. */
const BEFORE_MS = 100;
/** For so long at most polls wait for the answers of stores. */
const ANSWERS_MS = 100;
/** A shorter stretch is not worth it. */
const LEAST_MS = 300;
/** All that look for work have looked before it fell due: what can begin has begun after so long. */
const JUST_DUE_MS = 400;
/** While something is overdue, such as a mail that waits for its pace or for an endpoint that is off, at most this. */
const OVERDUE_MS = 600_000;
const DAY_MS = 86_400_000;
/** Long sleeps end about once a minute in every process: only after so long does everyone who polls look about with them. */
const ROUND_MS = 120_000;

export function idleness({ agenda, wall, isAwake, dueAtMs, onPassOver }: IdlenessParts): Idleness {
  let awakeUntilMs = 0;
  let answersUntilMs: number | null = null;
  let passedOverMs = 0;
  let sinceRoundMs = 0;
  let isOver = false;
  const awake = (ms: number) => {
    awakeUntilMs = Math.max(awakeUntilMs, agenda.nowMs() + ms);
    answersUntilMs = null;
  };
  /** How long nothing is due by any clock that was ever right for anybody. */
  const untilDueMs = (): number => {
    const dates = wall.offsetsMs().map((offsetMs) => {
      const dateMs = wall.outsideMs() + offsetMs;
      const due = dueAtMs(dateMs) ?? Number.POSITIVE_INFINITY;
      const midnight = Math.ceil((dateMs + 1) / DAY_MS) * DAY_MS;
      return Math.min(due, midnight) - dateMs;
    });
    return Math.min(...dates) - BEFORE_MS;
  };
  /** Whether something fell due so lately that its worker may not have looked. */
  const isJustDue = () =>
    wall.offsetsMs().some((offsetMs) => {
      const dateMs = wall.outsideMs() + offsetMs;
      return (dueAtMs(dateMs - JUST_DUE_MS) ?? Number.POSITIVE_INFINITY) <= dateMs;
    });
  const isOverdue = () => (dueAtMs(0) ?? Number.POSITIVE_INFINITY) <= wall.outsideMs();

  return {
    deed: () => awake(DEED_MS),
    wake: () => awake(WAKE_MS),
    disruption: () => awake(DISRUPTION_MS),
    end() {
      isOver = true;
    },
    pass() {
      if (isOver || isAwake()) return false;
      if (agenda.nowMs() < awakeUntilMs) {
        if ((agenda.nextMs() ?? 0) < awakeUntilMs) return false;
        agenda.passTo(awakeUntilMs);
      }
      const next = agenda.nextOther();
      if (next === null || isJustDue()) return false;
      if (next.ms - agenda.nowMs() < LEAST_MS) {
        if (next.kind !== 'call') return false;
        answersUntilMs ??= agenda.nowMs() + ANSWERS_MS;
        return agenda.nowMs() < answersUntilMs;
      }
      answersUntilMs = null;
      // The next entry happens at its own moment.
      const isLate = isOverdue();
      const ownMs = Math.min(untilDueMs(), isLate ? OVERDUE_MS : DAY_MS);
      const ms = Math.min(next.ms - agenda.nowMs(), ownMs);
      if (ms < LEAST_MS) return false;
      sinceRoundMs += ms;
      const isRound = ms === ownMs || next.kind === 'deed' || sinceRoundMs >= ROUND_MS;
      if (isRound) sinceRoundMs = 0;
      agenda.passOver(ms, ms === ownMs ? 'all soon' : isRound ? 'missed soon' : 'put off');
      passedOverMs += ms;
      onPassOver(ms);
      if (isLate && ms === ownMs) awake(DEED_MS);
      return false;
    },
    get passedOverMs() {
      return passedOverMs;
    },
  };
}
