// src/api/connectionLimits.ts
import { readFileSync } from "node:fs";
import { networkOf } from "../queues/networkOf.js";
import { turns } from "../queues/turns.js";
var CONNECTIONS_EACH = 500;
var RESERVED_FILES = 256;
var LOOPBACK = /^(?:127\.|::1$)/;
function limitConnections(server, { clock, isTrustedProxy, maxFiles = maxOpenFiles() }) {
  server.maxConnections = Math.max(maxFiles - RESERVED_FILES, Math.ceil(maxFiles / 2));
  const connections = turns({ clock, each: CONNECTIONS_EACH });
  server.on("connection", (socket) => {
    const address = plainAddress(socket.remoteAddress ?? "");
    if (LOOPBACK.test(address) || isTrustedProxy(address)) return;
    const end = connections.begin(networkOf(address));
    if (end === null) socket.destroy();
    else socket.once("close", end);
  });
}
function plainAddress(address) {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
function maxOpenFiles() {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === void 0 ? 65536 : Number(soft);
  } catch {
    return 1024;
  }
}
export {
  limitConnections,
  plainAddress
};
//# sourceMappingURL=connectionLimits.js.map
