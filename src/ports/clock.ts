/** Time, injected: a test moves it by hand. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  nowMs(): number;
  /** Resolves after `ms`, or at once when the signal aborts (it never rejects). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** ISO 8601 with milliseconds, UTC: the one way instants are written. */
export function instant(ms: number): string {
  return new Date(ms).toISOString();
}
