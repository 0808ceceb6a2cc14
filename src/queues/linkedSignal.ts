/** One wait within the life of a longer signal. */
export interface LinkedSignal {
  /** Aborts at `end`, or with the longer signal. */
  readonly signal: AbortSignal;
  /** Ends the wait; where it is over already, it removes the listener from the longer signal. */
  end(): void;
}

/** The abort reason: the default one, an error with a stack, would cost more than the rest of a turn. */
const OVER = 'the turn is over';

/**
 * Begins a turn. `AbortSignal.any` would do the same, but each time it leaves some sixty bytes with a signal that lives as
 * long as the process, which may wait twice a second for years.
 */
export function linkedSignal(longer: AbortSignal): LinkedSignal {
  const turn = new AbortController();
  const end = () => {
    longer.removeEventListener('abort', end);
    turn.abort(OVER);
  };
  if (longer.aborted) turn.abort(OVER);
  else longer.addEventListener('abort', end, { once: true });
  return { signal: turn.signal, end };
}
