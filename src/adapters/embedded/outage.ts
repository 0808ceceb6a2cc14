import type { Log } from '../../ports/log.ts';

/** Something that may fail for a while, many times a second: told when it begins and when it is over. */
export interface Outage {
  failed(error: Error): void;
  succeeded(): void;
}

export interface OutageWords {
  /** What is told when it begins. */
  readonly begins: string;
  /** What is told when it is over. */
  readonly ends: string;
}

/** Different reasons that are told of one outage: a disk that is full may then fail to be read as well. */
const MAX_REASONS = 3;
const MAX_REASON_CHARACTERS = 500;

export function outage(log: Pick<Log, 'error' | 'warn'>, { begins, ends }: OutageWords): Outage {
  const reasons = new Set<string>();
  let failures = 0;
  return {
    failed({ message }) {
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
