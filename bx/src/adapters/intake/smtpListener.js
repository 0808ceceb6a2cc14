// src/adapters/intake/smtpListener.ts
import { domainToASCII } from "node:url";
import { whenDestroyed } from "./smtpEntrance.js";
var RENEWAL_CHECK_MS = 3e4;
async function openListener(server, options) {
  const { host, port, name, log, certificate } = options;
  admit(server, options);
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  server.on("error", (error) => log.debug({ err: error }, `a connection of the ${name} failed`));
  const stop = new AbortController();
  const watching = certificate && watchCertificate(server, certificate, options, stop.signal);
  return {
    port: server.server.address().port,
    async close() {
      stop.abort();
      await new Promise((resolve) => server.close(() => resolve()));
      await watching;
    }
  };
}
async function watchCertificate(server, certificate, { clock, log, name }, signal) {
  let reported = "";
  for (; ; ) {
    await clock.sleep(RENEWAL_CHECK_MS, signal);
    if (signal.aborted) return;
    try {
      const renewed = certificate.renewed();
      reported = "";
      if (renewed === null) continue;
      server.updateSecureContext(renewed);
      log.info({}, `the ${name} uses its renewed certificate`);
    } catch (error) {
      const fault = String(error);
      if (fault !== reported)
        log.error(
          { err: error },
          `the certificate of the ${name} cannot be renewed: the old one stays in use`
        );
      reported = fault;
    }
  }
}
function admit(server, { enter, connectionMs }) {
  const serve = server.server.listeners("connection");
  server.server.removeAllListeners("connection").on("connection", (socket) => {
    if (!enter(socket)) return refuse(socket, server.options.secure === true);
    const end = setTimeout(() => socket.destroy(), connectionMs).unref();
    whenDestroyed(socket, () => clearTimeout(end));
    for (const listener of serve) Reflect.apply(listener, server.server, [socket]);
  });
}
function refuse(socket, isTls) {
  socket.on("error", () => {
  });
  if (isTls) socket.destroy();
  else socket.end("421 4.7.0 Too many connections from you\r\n", () => socket.destroy());
}
function endConnection(server, id, text) {
  for (const connection of server.connections)
    if (connection.session.id === id) {
      connection.send(421, text);
      connection.close();
    }
}
function smtpRefusal(responseCode, text) {
  return Object.assign(new Error(text), { responseCode });
}
function recipientOf({ address }) {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  if (/^[ -~]*$/.test(domain)) return address;
  return `${address.slice(0, -domain.length)}${domainToASCII(domain) || domain}`;
}
export {
  endConnection,
  openListener,
  recipientOf,
  smtpRefusal
};
//# sourceMappingURL=smtpListener.js.map
