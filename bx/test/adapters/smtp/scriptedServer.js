// test/adapters/smtp/scriptedServer.ts
import { createServer } from "node:net";
async function scriptedServer(talk, { greeting = "220 here", greetingAfterMs = 0, host = "127.0.0.1", port = 0 } = {}) {
  const lines = [];
  const sockets = /* @__PURE__ */ new Set();
  let connections = 0;
  let mostAtOnce = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    const open = [...sockets].filter(({ writableEnded }) => !writableEnded);
    mostAtOnce = Math.max(mostAtOnce, open.length);
    socket.on("error", () => {
    });
    socket.on("close", () => sockets.delete(socket));
    if (greeting !== null) setTimeout(() => socket.write(`${greeting}\r
`), greetingAfterMs);
    let rest = "";
    socket.on("data", (chunk) => {
      rest += chunk.toString("latin1");
      for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        lines.push(line);
        talk(socket, line);
      }
    });
  });
  await new Promise((resolve) => server.listen(port, host, () => resolve()));
  return {
    port: server.address().port,
    lines,
    get connections() {
      return connections;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    close() {
      const closed = new Promise((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      return closed;
    }
  };
}
function plainTalk(others = {}, ehlo = "250 here") {
  const inData = /* @__PURE__ */ new WeakSet();
  const answerTo = (socket, line) => {
    if (inData.has(socket)) {
      if (line !== ".") return null;
      inData.delete(socket);
      return others["."] ?? "250 2.0.0 taken";
    }
    const command = line.toUpperCase();
    const given = Object.entries(others).find(([start]) => command.startsWith(start.toUpperCase()));
    if (given !== void 0) return given[1];
    if (command.startsWith("EHLO")) return ehlo;
    if (command === "DATA") inData.add(socket);
    return command === "DATA" ? "354 go on" : "250 2.0.0 fine";
  };
  return (socket, line) => {
    const answer = answerTo(socket, line);
    if (answer !== null) socket.write(`${answer}\r
`);
    if (line.toUpperCase() === "QUIT") socket.end();
  };
}
export {
  plainTalk,
  scriptedServer
};
//# sourceMappingURL=scriptedServer.js.map
