// test/simulation/fast/mailServer.ts
import { SMTPServer } from "smtp-server";
var MAIL_BEHAVIOURS = ["takes", "defers", "refuses", "hangsup"];
async function fastMailServer(journal) {
  const sockets = /* @__PURE__ */ new Map();
  const met = /* @__PURE__ */ new Set();
  const isFirst = (recipient) => met.size < met.add(recipient).size;
  const refuse = (code, recipient, text) => {
    journal.note("mail", { recipient, messageId: null, code, answerLost: false });
    return Object.assign(new Error(text), { responseCode: code });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      const behaviour = behaviourOf(address);
      if (behaviour === "refuses") return callback(refuse(550, address, "5.1.1 no such mailbox"));
      if (behaviour === "defers" && isFirst(address))
        return callback(refuse(451, address, "4.2.1 try again in a moment"));
      callback();
    },
    onData(stream, { envelope, remoteAddress: _, ...session }, callback) {
      const chunks = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => {
        const text = Buffer.concat(chunks).toString("latin1");
        const messageId = /^message-id:\s*(<[^>]+>)/im.exec(text)?.[1] ?? "";
        let answerLost = false;
        for (const { address } of envelope.rcptTo) {
          answerLost = behaviourOf(address) === "hangsup" && isFirst(address);
          journal.note("mail", { recipient: address, messageId, code: 250, answerLost });
        }
        const { remotePort } = session;
        if (answerLost) sockets.get(remotePort)?.destroy();
        else callback();
      });
    }
  });
  server.on("error", () => {
  });
  server.server.on("connection", (socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.once("close", () => sockets.delete(remotePort));
  });
  const listen = (port2) => new Promise((resolve) => server.server.listen(port2, "127.0.0.1", resolve));
  const unlisten = () => new Promise((resolve) => {
    server.server.close(() => resolve());
    for (const socket of sockets.values()) socket.destroy();
  });
  await listen(0);
  const { port } = server.server.address();
  return {
    url: `smtp://127.0.0.1:${port}`,
    away: unlisten,
    back: () => listen(port),
    close: async () => {
      if (server.server.listening) await unlisten();
    }
  };
}
function behaviourOf(address) {
  return MAIL_BEHAVIOURS.find((behaviour) => address.startsWith(`${behaviour}-`)) ?? "takes";
}
export {
  MAIL_BEHAVIOURS,
  fastMailServer
};
//# sourceMappingURL=mailServer.js.map
