// test/support/hostileReceiver.ts
import { createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { selfSigned } from "./certificate.js";
function hostileReceiver(behave, certificate = selfSigned()) {
  let count = 0;
  const server = createTlsServer(certificate, (socket) => {
    const connection = ++count;
    socket.on("error", () => {
    });
    socket.once("data", () => behave(socket, connection));
  });
  server.on("tlsClientError", () => {
  });
  return listening(server, certificate.cert);
}
function rawReceiver(behave) {
  return listening(
    createServer((socket) => {
      socket.on("error", () => {
      });
      socket.resume();
      behave(socket);
    }),
    selfSigned().cert
  );
}
async function listening(server, ca) {
  const sockets = /* @__PURE__ */ new Set();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {
    });
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${server.address().port}/`,
    ca,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    }
  };
}
export {
  hostileReceiver,
  rawReceiver
};
//# sourceMappingURL=hostileReceiver.js.map
