// src/adapters/http/interimAnswers.ts
import { AttemptFailed } from "./attempt.js";
var SAMPLE = "HTTP/1.1 100";
var IS_INTERIM = /^HTTP\/1\.[01] 1\d\d$/;
var SWITCHING_PROTOCOLS = "101";
var END_OF_HEAD = "\r\n\r\n";
var LF = 10;
var CR = 13;
var MAX_INTERIM_BYTES = 1048576;
var NOTHING = Buffer.alloc(0);
function withoutInterimAnswers(socket, maxHeadBytes) {
  let isExpecting = false;
  let held = NOTHING;
  let interimBytes = 0;
  const refuse = (detail) => {
    socket.destroy(new AttemptFailed("protocol", detail));
    return NOTHING;
  };
  const withoutInterim = (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    while (held.length > 0) {
      const start = held.toString("latin1", 0, SAMPLE.length);
      if (!IS_INTERIM.test(start + SAMPLE.slice(start.length))) {
        isExpecting = false;
        const answer = held;
        held = NOTHING;
        return answer;
      }
      if (start.endsWith(` ${SWITCHING_PROTOCOLS}`)) return refuse("switches protocols");
      const end = held.indexOf(END_OF_HEAD);
      const head = end < 0 ? held : held.subarray(0, end + END_OF_HEAD.length);
      if (hasBareLf(head)) return refuse("line without CR");
      if (end < 0) return head.length > maxHeadBytes ? refuse("endless head") : NOTHING;
      interimBytes += head.length;
      if (interimBytes > MAX_INTERIM_BYTES) return refuse("too many informational answers");
      held = held.subarray(head.length);
    }
    return NOTHING;
  };
  const read = socket.read.bind(socket);
  socket.read = (size) => {
    for (; ; ) {
      const chunk = read(size);
      if (chunk === null || !isExpecting) return chunk;
      const answer = withoutInterim(chunk);
      if (answer.length > 0) return answer;
      if (socket.destroyed) return null;
    }
  };
  return () => {
    isExpecting = true;
    held = NOTHING;
    interimBytes = 0;
  };
}
function hasBareLf(head) {
  for (let at = head.indexOf(LF); at >= 0; at = head.indexOf(LF, at + 1))
    if (head[at - 1] !== CR) return true;
  return false;
}
export {
  withoutInterimAnswers
};
//# sourceMappingURL=interimAnswers.js.map
