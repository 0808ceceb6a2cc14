import type { Chance } from '../chance.ts';
import type { Agenda } from '../time/agenda.ts';
import type { Life } from '../time/life.ts';
import { underWay } from './underWay.ts';

/** What someone outside brings to the service; `later`: it was refused for now; null: no answer came. */
export interface Brought {
  readonly process: string | null;
  readonly answer: 'taken' | 'unknown' | 'later' | null;
  readonly begunAtMs: number;
}

/** Someone outside who brings things to the processes that listen. */
export interface Bringing<Handler> {
  /** Brings it to whichever process there is, and again later until one has answered. `note` is called for each time. */
  bring(
    call: (handler: Handler) => Brought['answer'] | Promise<Brought['answer']>,
    note: (brought: Brought) => void,
  ): void;
  /** A process listens until the signal aborts, or its life ends. */
  listen(life: Life, handler: Handler, signal: AbortSignal): Promise<void>;
  /** Whether something has been brought lately that has no answer yet. */
  readonly areCalling: boolean;
}

interface BringingParts {
  readonly agenda: Agenda;
  readonly chance: Chance;
  /** What was not taken is brought again after so long, and is given up in the end. */
  readonly againMs: number;
  readonly tries: number;
  /** What takes longer waits for something that takes long. */
  readonly callingMs: number;
}

const NETWORK_MS = [1, 30] as const;

export function bringing<Handler>(parts: BringingParts): Bringing<Handler> {
  const { agenda, chance, againMs, tries, callingMs } = parts;
  const listeners = new Set<{ readonly life: Life; readonly handler: Handler }>();
  const calls = underWay(agenda, callingMs);

  const bring = (
    call: (handler: Handler) => Brought['answer'] | Promise<Brought['answer']>,
    note: (brought: Brought) => void,
    triesLeft: number,
  ) => {
    const [first, ...others] = [...listeners];
    const listener = first === undefined ? null : chance.of([first, ...others]);
    const begunAtMs = agenda.nowMs();
    const over = calls.begin();
    let isOver = false;
    const end = (answer: Brought['answer']) => {
      if (isOver) return;
      isOver = true;
      over();
      note({ process: listener?.life.process ?? null, answer, begunAtMs });
      const isFinal = answer === 'taken' || answer === 'unknown';
      if (!isFinal && triesLeft > 1)
        agenda.at(agenda.nowMs() + againMs, () => bring(call, note, triesLeft - 1));
    };
    if (listener === null) return end(null);
    const { life, handler } = listener;
    life.onEnd(() => end(null));
    life.at(begunAtMs + chance.between(...NETWORK_MS), () => {
      Promise.resolve(call(handler)).then(end, () => end('later'));
    });
  };

  return {
    bring: (call, note) => bring(call, note, tries),
    get areCalling() {
      return calls.any;
    },
    listen: (life, handler, signal) =>
      new Promise((resolve) => {
        const listener = { life, handler };
        const end = () => {
          listeners.delete(listener);
          resolve();
        };
        life.onEnd(() => listeners.delete(listener));
        if (signal.aborted) return resolve();
        listeners.add(listener);
        signal.addEventListener('abort', end, { once: true });
      }),
  };
}
