// src/adapters/http/connection.ts
import { isIP } from "node:net";
import { connect } from "node:tls";
import { Client } from "undici";
import { hostOf } from "./addresses.js";
import { AttemptFailed } from "./attempt.js";
import { attemptFailed } from "./failureReason.js";
import { withoutInterimAnswers } from "./interimAnswers.js";
var ADDRESS_ATTEMPT_MS = 1e3;
var IDLE_MS = 4e3;
var MAX_HEADER_BYTES = 16384;
async function connectReceiver(url, addresses, { secureContext, monotonicMs }, deadline) {
  const openedAtMs = monotonicMs();
  const socket = await connectTo(url, addresses, secureContext, deadline);
  return clientOn(url.origin, socket, openedAtMs);
}
function connectTo(url, addresses, secureContext, deadline) {
  const host = hostOf(url);
  return new Promise((resolve, reject) => {
    const options = {
      host,
      port: url.port === "" ? 443 : Number(url.port),
      // Server name indication takes names only (RFC 6066 section 3); certificates are checked against `host` anyway.
      servername: isIP(host) === 0 ? host : "",
      secureContext,
      // Set here, so that no environment variable can switch off the check of certificates.
      rejectUnauthorized: true,
      ALPNProtocols: ["http/1.1"],
      lookup: pinnedTo(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS
    };
    const socket = connect(options);
    let stage = "connecting";
    const unsubscribe = deadline.onOver(() => socket.destroy());
    socket.once("connect", () => {
      stage = "handshake";
    });
    socket.on("error", (error) => {
      reject(attemptFailed(stage, error));
    });
    socket.once("close", () => {
      unsubscribe();
      reject(new AttemptFailed("reset", "closed"));
    });
    socket.once("secureConnect", () => {
      unsubscribe();
      resolve(socket);
    });
  });
}
function pinnedTo(addresses) {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    if (options.all) return callback(null, found);
    const [first] = found;
    callback(null, first?.address ?? "", first?.family);
  };
}
function clientOn(origin, socket, openedAtMs) {
  const address = socket.remoteAddress ?? "";
  const expectAnswer = withoutInterimAnswers(socket, MAX_HEADER_BYTES);
  let handedOver = false;
  const client = new Client(origin, {
    connect: (_options, callback) => {
      queueMicrotask(() => {
        if (handedOver || socket.destroyed) return callback(new AttemptFailed("reset", "closed"), null);
        handedOver = true;
        callback(null, socket);
      });
    },
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    // Only the deadline of the attempt counts.
    headersTimeout: 0,
    bodyTimeout: 0
  });
  socket.setNoDelay(true);
  const destroy = () => {
    socket.destroy();
    client.destroy().catch(() => {
    });
  };
  const closed = new Promise((resolve) => {
    socket.once("close", () => resolve());
  });
  let fault = null;
  socket.once("error", (error) => {
    fault = error;
  });
  const isOpen = () => !socket.destroyed && !client.destroyed;
  return { client, expectAnswer, address, openedAtMs, closed, isOpen, fault: () => fault, destroy };
}
export {
  connectReceiver
};
//# sourceMappingURL=connection.js.map
