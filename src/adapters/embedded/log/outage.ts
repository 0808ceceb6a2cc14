import type { Log } from '../../../ports/log.ts';

/** Different reasons that are logged of one outage: a disk that is full may then fail to be read as well. */
const MAX_REASONS = 3;
const MAX_REASON_CHARACTERS = 500;

/**
 * Logs a fault that may repeat many times a second: `begins` with the reason when it begins, and `ends` with the number
 * of failures when it is over.
 */
export function outage(
  log: Pick<Log, 'error' | 'warn'>,
  { begins, ends }: { readonly begins: string; readonly ends: string },
) {
  const reasons = new Set<string>();
  let failures = 0;
  return {
    failed({ message }: Error) {
      failures++;
      const reason = message.slice(0, MAX_REASON_CHARACTERS);
      if (reasons.has(reason) || reasons.size === MAX_REASONS) return;
      reasons.add(reason);
      log.error({ reason }, begins);
    },
    succeeded() {
      if (failures === 0) return;
      log.warn({ failures }, ends);
      failures = 0;
      reasons.clear();
    },
  };
}
