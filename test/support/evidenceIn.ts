import type { KnownAddresses } from '../../src/commands/email/recordDeliveryReport.ts';
import type { AddressEvidence } from '../../src/events/addressEvidence.ts';
import { BEGINNING, type RecordedEvent } from '../../src/events/event.ts';
import { addressEvidence } from '../../src/projections/addressEvidence.ts';
import type { AnyProjection } from '../../src/runtime/fold/projection.ts';

/** The read model of address evidence as it is after every event of a log. */
export function evidenceIn(store: { readonly log: readonly RecordedEvent[] }): KnownAddresses {
  const { types, keys, fold }: AnyProjection = addressEvidence;
  return {
    get: async (key) => {
      const own = store.log.filter((event) => types.includes(event.type) && keys(event).includes(key));
      const document = own.reduce<object | null>((before, event) => fold(before, event, key), null);
      const position = own.at(-1)?.position ?? BEGINNING;
      return document === null ? null : { key, document: document as AddressEvidence, position };
    },
  };
}
