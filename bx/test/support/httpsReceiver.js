// test/support/httpsReceiver.ts
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:https";
import { selfSigned } from "./certificate.js";
async function httpsReceiver(options = {}) {
  const { answer = () => ({ status: 200 }), certificate = selfSigned(), port = 0 } = options;
  const received = [];
  const waiting = [];
  const sockets = /* @__PURE__ */ new Set();
  let taken = 0;
  let connections = 0;
  const server = createServer(certificate, async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const webhook = { path: request.url ?? "", headers: request.headers, body, receivedAtMs: Date.now() };
    const index = received.push(webhook) - 1;
    for (const wake of waiting.splice(0)) wake();
    const given = await answer(webhook, index);
    if (given.afterMs !== void 0) await new Promise((resolve) => setTimeout(resolve, given.afterMs));
    response.writeHead(given.status, given.headers).end(given.body ?? "");
  });
  server.on("secureConnection", () => {
    connections += 1;
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${server.address().port}/webhooks`,
    ca: certificate.cert,
    received,
    get connections() {
      return connections;
    },
    async next(timeoutMs = 12e4) {
      const endsAtMs = Date.now() + timeoutMs;
      const mine = taken;
      taken += 1;
      for (; ; ) {
        const webhook = received[mine];
        if (webhook !== void 0) return webhook;
        const leftMs = endsAtMs - Date.now();
        if (leftMs <= 0) throw new Error(`webhook ${mine + 1} did not arrive within ${timeoutMs} ms`);
        await new Promise((resolve) => {
          const timer = setTimeout(resolve, leftMs);
          waiting.push(() => {
            clearTimeout(timer);
            resolve();
          });
        });
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    }
  };
}
function isVerified({ headers, body }, secret, nowMs = Date.now()) {
  const id = String(headers["webhook-id"]);
  const timestamp = String(headers["webhook-timestamp"]);
  if (!/^\d+$/.test(timestamp) || Math.abs(nowMs / 1e3 - Number(timestamp)) > 300) return false;
  const expected = Buffer.from(
    `v1=${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("hex")}`
  );
  const given = Buffer.from(String(headers["webhook-signature"]));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
export {
  httpsReceiver,
  isVerified
};
//# sourceMappingURL=httpsReceiver.js.map
