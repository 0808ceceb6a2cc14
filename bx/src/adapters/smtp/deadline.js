// src/adapters/smtp/deadline.ts
import { silenceTimer } from "../node/silenceTimer.js";
var GRACE_MS = 2e3;
function transactionDeadline(beginMs, answerMs) {
  const startedMs = performance.now();
  let isOver = false;
  let act = () => {
  };
  const expire = () => {
    isOver = true;
    act();
  };
  let timer = silenceTimer(beginMs, expire);
  return {
    get isOver() {
      return isOver;
    },
    whenOver(next) {
      act = next;
      if (isOver) act();
    },
    begin() {
      if (performance.now() - startedMs > beginMs)
        throw new Error("the server asked for the message too late");
      timer.clear();
      timer = silenceTimer(answerMs, () => {
        timer = silenceTimer(GRACE_MS, expire);
      });
    },
    end: () => timer.clear()
  };
}
export {
  GRACE_MS,
  transactionDeadline
};
//# sourceMappingURL=deadline.js.map
