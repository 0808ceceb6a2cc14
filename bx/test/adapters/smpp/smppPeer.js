// test/adapters/smpp/smppPeer.ts
import { createServer, PDU } from "smpp";
async function smppPeer() {
  let ids = 0;
  const sessions = [];
  const peer = {
    url: "",
    submitted: [],
    binds: [],
    sessions,
    answer: (() => ({ status: 0 })),
    deliver: (fields) => new Promise((resolve, reject) => {
      const isSent = sessions.at(-1)?.send(new PDU("deliver_sm", fields), resolve);
      if (isSent !== true) reject(new Error("there is no bind"));
    }),
    close: () => new Promise((resolve) => {
      for (const session of sessions) session.destroy();
      server.close(() => resolve());
    })
  };
  const server = createServer((session) => {
    session.on("error", () => session.destroy());
    session.on("close", () => sessions.splice(sessions.indexOf(session), 1));
    session.on("pdu", (pdu) => {
      if (pdu.isResponse()) return;
      if (pdu.command === "bind_transceiver") peer.binds.push(pdu);
      if (pdu.command === "submit_sm") peer.submitted.push(pdu);
      const answer = peer.answer(pdu, session);
      if (answer === null) return;
      const own = pdu.command === "submit_sm" ? { message_id: `id-${++ids}` } : {};
      session.send(pdu.response({ ...own, ...answer.fields, command_status: answer.status }));
      if (pdu.command === "bind_transceiver" && answer.status === 0) sessions.push(session);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  peer.url = `smpp://tester:secret@127.0.0.1:${server.address().port}?window=4`;
  return peer;
}
export {
  smppPeer
};
//# sourceMappingURL=smppPeer.js.map
