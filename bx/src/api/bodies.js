// src/api/bodies.ts
import { SMALL_BYTES } from "../queues/byteShares.js";
import { gathering } from "../queues/gathering.js";
import { ApiError, unavailable } from "./errors.js";
var tooLarge = (maxBytes) => new ApiError("payload_too_large", `The request body is larger than ${maxBytes} bytes.`);
var noRoom = () => unavailable("Too many request bodies are being read at present; try again.");
var tooSlow = () => new ApiError("request_timeout", "The request body did not arrive in time.", { connection: "close" });
function announcedLength(request) {
  const length = request.headers["content-length"];
  return length === void 0 ? null : Number(length);
}
function refuseTooLarge(request, maxBytes) {
  if ((announcedLength(request) ?? 0) > maxBytes) throw tooLarge(maxBytes);
}
function readBody(request, context) {
  const { hold, workspace, maxBytes } = context;
  return new Promise((resolve, reject) => {
    const announced = announcedLength(request);
    if (announced !== null && !hold.fits(workspace, announced)) {
      request.resume();
      reject(noRoom());
      return;
    }
    process.nextTick(() => {
      const bytes = announced !== null && announced <= maxBytes ? arrivedAtOnce(request, announced) : null;
      if (bytes === null) gather({ request, context, resolve, reject });
      else if (hold.take(workspace, bytes.length)) resolve({ parts: [bytes], length: bytes.length });
      else reject(noRoom());
    });
  });
}
function arrivedAtOnce(request, bytes) {
  if (bytes === 0 || bytes > SMALL_BYTES || request.readableLength !== bytes) return null;
  const body = request.read();
  request.resume();
  return body;
}
function gather({ request, context, resolve, reject }) {
  if (request.destroyed && !request.readableEnded) {
    reject(new ApiError("bad_request", "The request body broke off."));
    return;
  }
  const { hold, workspace, maxBytes, slow } = context;
  let gathered = gathering();
  let ended = false;
  const settle = () => {
    unwatch();
    request.off("data", onData).off("end", onEnd).off("error", onBroken).off("close", onBroken);
    gathered = gathering();
  };
  const refuse = (error) => {
    settle();
    request.on("error", () => {
    }).resume();
    reject(error);
  };
  const onData = (chunk) => {
    if (gathered.length + chunk.length > maxBytes) return refuse(tooLarge(maxBytes));
    if (!hold.take(workspace, chunk.length)) return refuse(noRoom());
    gathered.add(chunk);
  };
  const onEnd = () => {
    ended = true;
    unwatch();
    resolve({ parts: gathered.parts(), length: gathered.length });
  };
  const onBroken = () => {
    if (!ended) refuse(new ApiError("bad_request", "The request body broke off."));
  };
  const unwatch = slow.watch({ received: () => gathered.length, giveUp: () => refuse(tooSlow()) });
  request.on("data", onData).on("end", onEnd).on("error", onBroken).on("close", onBroken);
}
export {
  readBody,
  refuseTooLarge
};
//# sourceMappingURL=bodies.js.map
