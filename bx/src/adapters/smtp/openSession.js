// src/adapters/smtp/openSession.ts
import { TLSSocket } from "node:tls";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { silenceTimer } from "../node/silenceTimer.js";
import { answered, failure, sessionOf } from "./smtpSession.js";
var CLOSE_MS = 1e3;
var MAX_REPLY_BYTES = 64 * 1024;
async function openSession(options) {
  const connection = new SMTPConnection({
    host: options.host,
    port: options.port,
    secure: options.implicitTls,
    requireTLS: options.startTls === "required" && !options.implicitTls,
    ignoreTLS: options.startTls === "ignored",
    opportunisticTLS: options.startTls === "offered",
    tls: options.tls,
    ...options.name !== void 0 && { name: options.name },
    ...options.socket !== void 0 && { connection: options.socket },
    dnsTimeout: options.connectMs,
    connectionTimeout: options.connectMs,
    greetingTimeout: options.connectMs,
    socketTimeout: options.silenceMs,
    socketCloseTimeout: CLOSE_MS,
    maxResponseSize: MAX_REPLY_BYTES
  });
  const timer = silenceTimer(options.connectMs, () => {
    connection.emit("error", failure("the server took too long to begin the session", "ETIMEDOUT"));
    connection.close();
  });
  try {
    await connected(connection, options.implicitTls);
    if (options.login !== null) await loggedIn(connection, options.login);
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    timer.clear();
  }
  return sessionOf(connection, serverOf(options.host, connection._socket));
}
async function connected(connection, implicitTls) {
  try {
    await answered(connection, (resolve, reject) => {
      connection.on("error", reject);
      connection.connect((error) => error ? reject(error) : resolve());
    });
  } catch (error) {
    const { secure, upgrading } = connection;
    const isOfUpgrade = !implicitTls && (secure || upgrading === true);
    throw isOfUpgrade ? Object.assign(error, { code: "ETLS" }) : error;
  }
}
function loggedIn(connection, { user, password }) {
  return answered(connection, (resolve, reject) => {
    connection.once("error", reject);
    if (!connection.allowsAuth) return reject(failure("the server offers no log-in", "EAUTH"));
    connection.login({ user, pass: password }, (error) => error ? reject(error) : resolve());
  });
}
function serverOf(host, socket) {
  return {
    host,
    address: (socket ? socket.remoteAddress : null) ?? "",
    tls: socket instanceof TLSSocket ? socket.getProtocol() : null
  };
}
export {
  openSession
};
//# sourceMappingURL=openSession.js.map
