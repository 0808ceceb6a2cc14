// test/support/memoryZone.ts
import { DnsUnavailable } from "../../src/ports/dnsRecords.js";
function memoryZone() {
  const found = (of, name) => {
    if (zone.down) throw new DnsUnavailable(`DNS gives no answer for ${name}`);
    return of.get(name) ?? [];
  };
  const zone = {
    texts: /* @__PURE__ */ new Map(),
    exchangers: /* @__PURE__ */ new Map(),
    down: false,
    txt: async (name) => found(zone.texts, name),
    mx: async (name) => found(zone.exchangers, name)
  };
  return zone;
}
export {
  memoryZone
};
//# sourceMappingURL=memoryZone.js.map
