// src/api/connection.ts
import { STATUS_CODES } from "node:http";
import { errorBody } from "./errorBody.js";
import { ApiError, failureFor, failureOf } from "./errors.js";
import { pathOf } from "./gate.js";
import { shownIdOf } from "./requestLog.js";
var REQUEST_MS = 33e4;
var IDLE_MS = 6e4;
var KEEP_ALIVE_MS = 7e4;
var MAX_HEADER_BYTES = 32768;
var HEADERS_MS = 2e4;
var CHECK_EVERY_MS = 2e3;
var connectionOptions = {
  requestTimeout: REQUEST_MS,
  connectionTimeout: IDLE_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  http: {
    maxHeaderSize: MAX_HEADER_BYTES,
    connectionsCheckingInterval: CHECK_EVERY_MS,
    // Node would refuse a request without a Host in a form of its own.
    requireHostHeader: false
  },
  // Ids of any length reach the gate, so that a caller without a key gets 401 and learns nothing else.
  routerOptions: { maxParamLength: MAX_HEADER_BYTES },
  return503OnClosing: false,
  clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
  frameworkErrors: (error, request, reply) => {
    const { url } = request;
    const failure = failureOf(error);
    reply.code(failure.status).header("x-request-id", shownIdOf(request)).send(errorBody(pathOf(url), failure));
  }
};
var CODES = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout"
};
function answerOddRequests(server) {
  server.on("checkExpectation", (request, response) => {
    server.emit("request", request, response);
  });
  server.on("connect", (_request, socket) => {
    answerByHand(socket, failureFor("method_not_allowed"), ["allow: "]);
  });
}
function refuseOddRequest({ headers, httpVersion }) {
  const { host, expect, "transfer-encoding": coding } = headers;
  if (httpVersion === "1.0" && coding !== void 0)
    throw new ApiError("bad_request", "A body of HTTP/1.0 needs a Content-Length.", { connection: "close" });
  if (host === void 0 && httpVersion === "1.1")
    throw new ApiError("bad_request", "The Host header is missing.");
  if (expect !== void 0 && expect.toLowerCase() !== "100-continue")
    throw new ApiError("bad_request", "The Expect header may ask for 100-continue alone.");
}
function answerBrokenRequest(error, socket) {
  const { _httpMessage: response } = socket;
  if (error.code === "ECONNRESET" || !socket.writable || response?.headersSent) socket.destroy(error);
  else answerByHand(socket, failureFor(CODES[error.code ?? ""] ?? "bad_request"));
}
function answerByHand(socket, failure, headers = []) {
  socket.on("error", () => {
  });
  const body = JSON.stringify(errorBody("", failure));
  socket.end(
    [
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      "connection: close",
      ...headers,
      "",
      body
    ].join("\r\n"),
    () => socket.destroy()
  );
}
export {
  HEADERS_MS,
  answerOddRequests,
  connectionOptions,
  refuseOddRequest
};
//# sourceMappingURL=connection.js.map
