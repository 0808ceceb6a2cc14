// bench/loadGenerator.ts
import { connect } from "node:net";
import { quantile } from "./report.js";
var HEADERS_END = Buffer.from("\r\n\r\n");
async function generateLoad(load) {
  const startedAt = performance.now();
  const countFrom = startedAt + load.warmUpMs;
  const until = startedAt + load.warmUpMs + load.durationMs;
  const latencies = [];
  const statuses = {};
  const bodyOf = bodies(load.body);
  const run = `${process.pid}-${Date.now().toString(36)}`;
  let sent = 0;
  let firstCounted = 0;
  let lastCounted = 0;
  const next = () => {
    const body = bodyOf(sent);
    const lines = [
      `POST ${load.path} HTTP/1.1`,
      `host: ${load.host}:${load.port}`,
      "content-type: application/json",
      `content-length: ${body.length}`,
      `idempotency-key: ${run}-${sent++}`,
      ...Object.entries(load.headers).map(([name, value]) => `${name}: ${value}`)
    ];
    return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r
\r
`), body]);
  };
  const one = (socket) => new Promise((resolve, reject) => {
    let pending = Buffer.alloc(0);
    let askedAt = 0;
    const ask = () => {
      if (performance.now() >= until || sent >= (load.maxRequests ?? Number.POSITIVE_INFINITY)) {
        socket.end();
        resolve();
        return;
      }
      askedAt = performance.now();
      socket.write(next());
    };
    socket.on("data", (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const end = pending.indexOf(HEADERS_END);
      if (end < 0) return;
      const headers = pending.toString("latin1", 0, end);
      const length = Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0);
      if (pending.length < end + 4 + length) return;
      pending = Buffer.alloc(0);
      const now = performance.now();
      if (askedAt >= countFrom && now <= until) {
        const status = headers.slice(9, 12);
        statuses[status] = (statuses[status] ?? 0) + 1;
        latencies.push(now - askedAt);
        firstCounted ||= askedAt;
        lastCounted = now;
      }
      ask();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve());
    ask();
  });
  await Promise.all(
    Array.from({ length: load.connections }, async () => {
      const socket = connect(load.port, load.host);
      socket.setNoDelay(true);
      await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
      await one(socket);
    })
  );
  return {
    answers: latencies.length,
    perSecond: latencies.length / Math.max(1e-3, (lastCounted - firstCounted) / 1e3),
    latency: { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) },
    statuses
  };
}
function bodies(body) {
  if (typeof body === "function") return (request) => Buffer.from(body(request));
  const same = Buffer.from(body);
  return () => same;
}
export {
  generateLoad
};
//# sourceMappingURL=loadGenerator.js.map
