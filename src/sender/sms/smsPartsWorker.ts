import type { Ledger } from '../../commands/kernel/ledger.ts';
import type { Collection } from '../../ports/documents.ts';
import type { SmsPartsDocument } from '../../projections/smsParts.ts';
import type { Worker } from '../../runtime/worker.ts';
import { tellWithoutMissing } from './smsPartRecord.ts';

export interface SmsPartsWorkerParts {
  readonly ledger: Ledger;
  readonly collection: Collection<SmsPartsDocument>;
}

const MAX_IN_FLIGHT = 8;
const RETRY_AFTER_MS = 30_000;

/** Tells inbound messages of which parts never came, so that what did come reaches its customer. */
export function smsPartsWorker({ ledger, collection }: SmsPartsWorkerParts): Worker<SmsPartsDocument> {
  return {
    name: 'sms_parts',
    collection,
    maxInFlight: MAX_IN_FLIGHT,
    maxInFlightPerLane: MAX_IN_FLIGHT,
    async run(smsId, { lane }) {
      const position = await tellWithoutMissing(ledger, lane, smsId);
      return position === null ? { retryAfterMs: RETRY_AFTER_MS } : { position };
    },
  };
}
