// bench/webhookReceiver.ts
import { createServer } from "node:tls";
import { selfSigned } from "../test/support/certificate.js";
var SLOW_MS = 200;
var END = Buffer.from("\r\n\r\n");
var paths = /* @__PURE__ */ new Map();
var open = /* @__PURE__ */ new Map();
var reply = (answer) => process.send?.(answer);
function arrived(path, body) {
  const nowMs = Date.now();
  const seen = paths.get(path) ?? { latenciesMs: [], firstAtMs: nowMs, lastAtMs: nowMs, mostOpen: 0 };
  paths.set(path, seen);
  const createdAt = /"created_at":"([^"]+)"/.exec(body)?.[1];
  seen.latenciesMs.push(createdAt === void 0 ? 0 : nowMs - Date.parse(createdAt));
  seen.lastAtMs = nowMs;
  const openNow = (open.get(path) ?? 0) + 1;
  open.set(path, openNow);
  seen.mostOpen = Math.max(seen.mostOpen, openNow);
}
function serve(socket) {
  let pending = Buffer.alloc(0);
  let openPath = null;
  const answer = (path, status) => {
    open.set(path, (open.get(path) ?? 1) - 1);
    openPath = null;
    if (!socket.destroyed) socket.write(`HTTP/1.1 ${status}\r
content-length: 0\r
\r
`);
  };
  socket.setNoDelay(true);
  socket.on("error", () => {
  });
  socket.on("close", () => {
    if (openPath !== null) open.set(openPath, (open.get(openPath) ?? 1) - 1);
  });
  socket.on("data", (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (let end = pending.indexOf(END); end >= 0; end = pending.indexOf(END)) {
      const head = pending.toString("latin1", 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (pending.length < end + END.length + length) return;
      const path = /^POST (\S+)/.exec(head)?.[1] ?? "";
      arrived(path, pending.toString("utf8", end + END.length, end + END.length + length));
      pending = pending.subarray(end + END.length + length);
      openPath = path;
      if (path.startsWith("/ok")) answer(path, "200 OK");
      else if (path.startsWith("/slow")) setTimeout(answer, SLOW_MS, path, "200 OK");
      else if (path.startsWith("/fail")) answer(path, "500 No");
    }
  });
}
var certificate = selfSigned();
var server = createServer({ ...certificate, ALPNProtocols: ["http/1.1"] }, serve);
server.on("tlsClientError", () => {
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  reply({ kind: "listening", port: address.port, ca: certificate.cert });
});
process.on("message", ({ kind }) => {
  if (kind === "reset") return void paths.clear();
  const arrivals = [...paths].map(([path, { latenciesMs, ...times }]) => [
    path,
    { ...times, count: latenciesMs.length, latenciesMs: latenciesMs.toSorted((a, b) => a - b) }
  ]);
  reply({ kind: "report", arrivals: Object.fromEntries(arrivals) });
});
process.on("disconnect", () => process.exit(0));
//# sourceMappingURL=webhookReceiver.js.map
