// test/support/tlsFront.ts
import { connect } from "node:net";
import { pipeline } from "node:stream";
import { createServer } from "node:tls";
import { selfSigned } from "./certificate.js";
async function tlsFront(port) {
  const certificate = selfSigned();
  const sockets = /* @__PURE__ */ new Set();
  const server = createServer(certificate, (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    pipeline(socket, connect(port, "127.0.0.1"), socket, () => {
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${server.address().port}/`,
    ca: certificate.cert,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    }
  };
}
export {
  tlsFront
};
//# sourceMappingURL=tlsFront.js.map
