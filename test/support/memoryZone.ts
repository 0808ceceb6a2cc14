import { type DnsRecords, DnsUnavailable } from '../../src/ports/dnsRecords.ts';

/** A zone that a test writes; `down` makes it answer nothing. */
export interface MemoryZone extends DnsRecords {
  readonly texts: Map<string, readonly string[]>;
  readonly exchangers: Map<string, readonly string[]>;
  down: boolean;
}

export function memoryZone(): MemoryZone {
  const found = (of: ReadonlyMap<string, readonly string[]>, name: string): readonly string[] => {
    if (zone.down) throw new DnsUnavailable(`DNS gives no answer for ${name}`);
    return of.get(name) ?? [];
  };
  const zone: MemoryZone = {
    texts: new Map(),
    exchangers: new Map(),
    down: false,
    txt: async (name) => found(zone.texts, name),
    mx: async (name) => found(zone.exchangers, name),
  };
  return zone;
}
