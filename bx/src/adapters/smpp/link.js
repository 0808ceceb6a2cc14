// src/adapters/smpp/link.ts
import { connect as connectPlain } from "node:net";
import { connect as connectTls } from "node:tls";
import { PDU, Session } from "smpp";
import { silenceTimer } from "../node/silenceTimer.js";
import { OK, statusText, UNKNOWN_COMMAND } from "./commandStatus.js";
var LinkLost = class extends Error {
  name = "LinkLost";
};
var CONNECT_MS = 1e4;
var ANSWER_MS = 3e4;
var UNBIND_MS = 2e3;
var UNBOUND_MS = 1e3;
var INTERFACE_VERSION = 52;
async function openLink(address, clock, onDeliver, signal) {
  const { host, port, tls } = address;
  const socket = tls ? connectTls({ host, port, servername: host }) : connectPlain({ host, port });
  const stop = () => socket.destroy(new Error("closed before it was bound"));
  signal.addEventListener("abort", stop, { once: true });
  try {
    await connected(socket, tls ? "secureConnect" : "connect");
    const link = linkOver(socket, clock, onDeliver);
    await bind(link, address);
    void keptAlive(link, address.enquireLinkMs, clock);
    return link;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
function linkOver(socket, clock, onDeliver) {
  const session = new Session({ socket });
  const lost = new AbortController();
  const closed = new AbortController();
  session.on("close", () => {
    closed.abort();
    lost.abort();
  });
  session.on("error", () => session.destroy());
  const ask = async (pdu, waitMs) => {
    if (lost.signal.aborted) throw new LinkLost("the link is closed");
    return answered(session, closed.signal, clock, pdu, waitMs);
  };
  const link = {
    lost: lost.signal,
    request: (command, fields) => ask(new PDU(command, fields), ANSWER_MS),
    respond: (pdu, command_status) => {
      session.send(pdu.response({ command_status }));
    },
    async unbind() {
      await ask(new PDU("unbind"), UNBIND_MS).catch(() => {
      });
      session.destroy();
    },
    destroy: () => session.destroy()
  };
  session.on("deliver_sm", (pdu) => onDeliver(pdu, link));
  session.on("enquire_link", (pdu) => link.respond(pdu, OK));
  const refuse = (pdu) => {
    if (!pdu.isResponse()) link.respond(pdu, UNKNOWN_COMMAND);
  };
  session.on("data_sm", refuse);
  session.on("unknown", refuse);
  session.on("unbind", (pdu) => {
    link.respond(pdu, OK);
    lost.abort();
    session.close();
    void clock.sleep(UNBOUND_MS, closed.signal).then(() => session.destroy());
  });
  return link;
}
async function bind(link, { systemId, password, systemType }) {
  const { command_status } = await link.request("bind_transceiver", {
    system_id: systemId,
    password,
    system_type: systemType,
    interface_version: INTERFACE_VERSION
  });
  if (command_status !== OK) throw new Error(`the bind was refused: ${statusText(command_status)}`);
}
function connected(socket, event) {
  return new Promise((resolve, reject) => {
    const timer = silenceTimer(CONNECT_MS, () => socket.destroy(new Error("no connection in time")));
    socket.once("error", reject);
    socket.once(event, () => {
      timer.clear();
      resolve();
    });
    socket.once("close", timer.clear);
  });
}
async function answered(session, closed, clock, pdu, waitMs) {
  const waiting = new AbortController();
  const gone = () => waiting.abort();
  closed.addEventListener("abort", gone, { once: true });
  let answer = null;
  const isSent = session.send(pdu, (got) => {
    answer = got;
    waiting.abort();
  });
  if (isSent) await clock.sleep(waitMs, waiting.signal);
  for (let turns = 0; isSent && turns < 2 && !waiting.signal.aborted; turns++) await clock.turn();
  closed.removeEventListener("abort", gone);
  delete session._callbacks[pdu.sequence_number];
  if (answer === null)
    throw new LinkLost(closed.aborted ? "the link broke before the answer" : "no answer in time");
  return answer;
}
async function keptAlive(link, everyMs, clock) {
  while (!link.lost.aborted) {
    await clock.sleep(everyMs, link.lost);
    if (link.lost.aborted) return;
    await link.request("enquire_link").catch(() => link.destroy());
  }
}
export {
  LinkLost,
  openLink
};
//# sourceMappingURL=link.js.map
