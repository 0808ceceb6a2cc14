import type { Log } from '../../ports/log.ts';

/** Different reasons that are logged of one outage: a disk that is full may then fail to be read as well. */
const MAX_REASONS = 3;
const MAX_REASON_CHARACTERS = 500;
const LOG_EVERY_MS = 30_000;

export interface OutageTexts {
  /** Logged with the reason when it begins, and every 30 s while it lasts. */
  readonly begins: string;
  /** Logged with its length and the number of failures when it is over. */
  readonly ends: string;
}

export interface Outage {
  failed(error: { readonly message: string }): void;
  succeeded(): void;
  /** Why the last try failed; null while there is no outage. */
  reason(): string | null;
}

/**
 * Logs a fault that may repeat many times a second: its begin, that it lasts, and its end.
 * @param settledMs what is over sooner was no outage, only a retry
 */
export function outage(
  log: Pick<Log, 'error' | 'warn'>,
  { begins, ends }: OutageTexts,
  settledMs = 0,
  monotonicMs: () => number = () => performance.now(),
): Outage {
  const reasons = new Set<string>();
  let failures = 0;
  let sinceMs = 0;
  let loggedAtMs = 0;
  let reason: string | null = null;
  return {
    failed({ message }) {
      const nowMs = monotonicMs();
      if (failures === 0) sinceMs = nowMs;
      failures++;
      const lastedMs = Math.round(nowMs - sinceMs);
      reason = message.slice(0, MAX_REASON_CHARACTERS);
      if (lastedMs < settledMs) return;
      const isNew = !reasons.has(reason) && reasons.size < MAX_REASONS;
      if (!isNew && nowMs - loggedAtMs < LOG_EVERY_MS) return;
      reasons.add(reason);
      loggedAtMs = nowMs;
      log.error({ reason, failures, lastedMs }, begins);
    },
    succeeded() {
      if (reasons.size > 0) log.warn({ failures, lastedMs: Math.round(monotonicMs() - sinceMs) }, ends);
      failures = 0;
      reason = null;
      reasons.clear();
    },
    reason: () => reason,
  };
}
