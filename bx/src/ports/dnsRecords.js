// src/ports/dnsRecords.ts
var DnsUnavailable = class extends Error {
  name = "DnsUnavailable";
};
export {
  DnsUnavailable
};
//# sourceMappingURL=dnsRecords.js.map
