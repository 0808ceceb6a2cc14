// src/adapters/http/exchange.ts
import { silenceTimer } from "../node/silenceTimer.js";
import { attemptFailed } from "./failureReason.js";
var MAX_BODY_BYTES = 20480;
var MAX_EXCERPT_BYTES = 2048;
var MAX_DRAIN_MS = 1e3;
var MARGIN_MS = 100;
async function exchange(connection, url, { headers, body }, time) {
  const { client, expectAnswer, destroy } = connection;
  const unsubscribe = time.onOver(destroy);
  expectAnswer();
  try {
    const path = url.pathname + url.search;
    const answer = await client.request({ path, method: "POST", headers, body });
    const { excerpt, isWhole } = await drained(answer.body, time);
    if (!isWhole) destroy();
    return { status: answer.statusCode, body: excerpt, reusable: isWhole && connection.isOpen() };
  } catch (error) {
    destroy();
    throw attemptFailed("exchange", connection.fault() ?? error);
  } finally {
    unsubscribe();
  }
}
function drained(body, time) {
  return new Promise((resolve) => {
    const chunks = [];
    let bytes = 0;
    const end = (isWhole) => {
      timer.clear();
      resolve({ excerpt: textOf(chunks), isWhole: isWhole && bytes <= MAX_BODY_BYTES });
    };
    const drainMs = Math.min(MAX_DRAIN_MS, time.remainingMs() - MARGIN_MS);
    const timer = silenceTimer(drainMs, () => body.destroy());
    body.on("data", (chunk) => {
      if (bytes < MAX_EXCERPT_BYTES) chunks.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) body.destroy();
    });
    body.on("end", () => end(true));
    body.on("error", () => end(false));
    body.on("close", () => end(false));
  });
}
function textOf(chunks) {
  if (chunks.length === 0) return "";
  const bytes = Buffer.concat(chunks).subarray(0, MAX_EXCERPT_BYTES);
  return new TextDecoder().decode(bytes, { stream: true });
}
export {
  exchange
};
//# sourceMappingURL=exchange.js.map
