// src/adapters/smtp/mxSession.ts
import { connect } from "node:net";
import { silenceTimer } from "../node/silenceTimer.js";
import { sessionFault } from "./failure.js";
import { addressesOf } from "./mxSite.js";
import { openSession } from "./openSession.js";
var MAX_ADDRESSES = 6;
async function openMxSession(site, without, options) {
  let last = null;
  let tried = 0;
  for await (const at of addressesOf(site, options)) {
    if (without.includes(at.address)) continue;
    try {
      return await sessionAt(at, options);
    } catch (error) {
      const isOtherFamily = error.code === "ENETUNREACH" && at.address.includes(":");
      if (last === null || !isOtherFamily) last = error;
    }
    tried++;
    if (tried === MAX_ADDRESSES) break;
  }
  throw last ?? new Error(`${site.name} has no other host`);
}
async function sessionAt(at, options) {
  try {
    return await sessionOver(at, options, "offered");
  } catch (error) {
    if (sessionFault(error).trouble !== "tls") throw error;
    return sessionOver(at, options, "ignored").catch(() => {
      throw error;
    });
  }
}
async function sessionOver({ host, address }, { port, name, connectMs, greetingMs, silenceMs }, startTls) {
  const socket = await connected(address, port, connectMs);
  try {
    return await openSession({
      host,
      port,
      socket,
      implicitTls: false,
      startTls,
      // Since an unencrypted connection is accepted too, the certificate is not checked.
      tls: { rejectUnauthorized: false },
      login: null,
      name,
      connectMs: greetingMs,
      silenceMs
    });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
function connected(address, port, timeoutMs) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port });
    const tooLate = () => socket.destroy(new Error(`${address} took too long to answer`));
    const timer = silenceTimer(timeoutMs, tooLate);
    socket.once("connect", () => {
      timer.clear();
      resolve(socket);
    });
    socket.on("error", (error) => {
      timer.clear();
      reject(error);
    });
  });
}
export {
  openMxSession
};
//# sourceMappingURL=mxSession.js.map
