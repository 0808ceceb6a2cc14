import { DnsUnavailable, type HostRecords } from '../../src/ports/dnsRecords.ts';

/** A zone that a test writes; `down` makes it answer nothing. */
export interface MemoryZone extends HostRecords {
  readonly texts: Map<string, readonly string[]>;
  readonly exchangers: Map<string, readonly string[]>;
  readonly hosts: Map<string, readonly string[]>;
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
    hosts: new Map(),
    down: false,
    txt: async (name) => found(zone.texts, name),
    mx: async (name) => found(zone.exchangers, name),
    addresses: async (name) => found(zone.hosts, name),
    names: async (address) => found(zone.hosts, address),
  };
  return zone;
}
