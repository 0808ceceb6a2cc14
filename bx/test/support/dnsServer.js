// test/support/dnsServer.ts
import { createSocket } from "node:dgram";
var A = 1;
var AAAA = 28;
async function dnsServer(zone, host = "127.0.0.1", port = 0) {
  const server = createSocket("udp4", (query, from) => {
    const labels = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString("latin1", at + 1, at + 1 + length));
      at += 1 + length;
    }
    const type = query.readUInt16BE(at + 1);
    const records = zone(labels.join(".").toLowerCase(), type);
    if (records === null) return;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(33152, 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    const answers = records.map((data) => {
      const fixed = Buffer.alloc(12);
      fixed.writeUInt16BE(49164, 0);
      fixed.writeUInt16BE(type, 2);
      fixed.writeUInt16BE(1, 4);
      fixed.writeUInt32BE(60, 6);
      fixed.writeUInt16BE(data.length, 10);
      return Buffer.concat([fixed, data]);
    });
    server.send(Buffer.concat([header, query.subarray(12, at + 5), ...answers]), from.port, from.address);
  });
  await new Promise((resolve) => server.bind(port, host, resolve));
  return { address: `${host}:${server.address().port}`, close: () => void server.close() };
}
function v4(address) {
  return Buffer.from(address.split(".").map(Number));
}
export {
  A,
  AAAA,
  dnsServer,
  v4
};
//# sourceMappingURL=dnsServer.js.map
