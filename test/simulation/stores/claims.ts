import { CLAIM_TIMEOUT_MS } from '../../../src/sender/claim/claims.ts';
import type { WorldLog } from './worldLog.ts';

/** When claims end whose outcome is not known: the world has to be awake then. */
export interface WorldClaims {
  /** The first such date at or after another; null where there is none. */
  dueAtMs(fromMs: number): number | null;
}

export function worldClaims(log: WorldLog): WorldClaims {
  /** By what is claimed: a recipient of a mail, or a text message. */
  const ends = new Map<string, number>();
  let read = 0;
  const readOn = () => {
    for (; read < log.events.length; read += 1) {
      const event = log.events[read];
      if (event === undefined) return;
      const { type, stream, data, metadata } = event;
      const { deliveryId = '' } = data as { readonly deliveryId?: string };
      const claimed = `${stream} ${deliveryId}`;
      if (type.endsWith('SubmissionAttempted')) ends.set(claimed, Date.parse(metadata.at) + CLAIM_TIMEOUT_MS);
      else if (type !== 'SmsSegmentSent') ends.delete(claimed);
    }
  };
  return {
    dueAtMs(fromMs) {
      readOn();
      const left = [...ends.values()].filter((end) => end >= fromMs);
      return left.length === 0 ? null : Math.min(...left);
    },
  };
}
