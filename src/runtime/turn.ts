/** A stretch of waiting within the life of a longer signal. */
export interface Turn {
  /** Aborts at `end`, or with the longer signal. */
  readonly signal: AbortSignal;
  /** To be called on every way out: from then on nothing is left with the longer signal. */
  end(): void;
}

/** Given as the reason, since making the usual one costs more than all the rest of a turn. */
const OVER = 'the turn is over';

/**
 * Begins a turn. `AbortSignal.any` would do the same, but leaves some sixty bytes with a signal that lives as long as
 * the process each time, and a process that waits twice a second for years has none to give away.
 */
export function turnWithin(longer: AbortSignal): Turn {
  const turn = new AbortController();
  const end = () => {
    longer.removeEventListener('abort', end);
    turn.abort(OVER);
  };
  if (longer.aborted) turn.abort(OVER);
  else longer.addEventListener('abort', end, { once: true });
  return { signal: turn.signal, end };
}
