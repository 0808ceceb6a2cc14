import type { KnownAddresses } from '../../src/commands/email/recordDeliveryReport.ts';
import type { AddressEvidence } from '../../src/events/addressEvidence.ts';
import { BEGINNING, type RecordedEvent } from '../../src/events/event.ts';
import type { AnyProjection } from '../../src/follow/fold/projection.ts';
import { addressEvidence } from '../../src/projections/addressEvidence.ts';

/** The read model of address evidence as it is after every event of a log. */
export function evidenceIn(store: { readonly log: readonly RecordedEvent[] }): KnownAddresses {
  const { types, keys, fold }: AnyProjection = addressEvidence;
  const at = (key: string) => {
    const own = store.log.filter((event) => types.includes(event.type) && keys(event).includes(key));
    const document = own.reduce<object | null>((before, event) => fold(before, event, key), null);
    return { document: document as AddressEvidence | null, position: own.at(-1)?.position ?? BEGINNING };
  };
  return {
    get: async (key) => {
      const { document, position } = at(key);
      return document === null ? null : { key, document, position };
    },
    getForFold: async (keys) => new Map(keys.map((key) => [key, at(key)])),
  };
}
