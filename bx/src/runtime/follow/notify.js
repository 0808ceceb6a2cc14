// src/runtime/follow/notify.ts
import { linkedSignal } from "../linkedSignal.js";
function notify(sleep) {
  let notified = false;
  let waiting = null;
  return {
    notify() {
      notified = true;
      waiting?.end();
    },
    async wait(ms, signal) {
      if (!notified) {
        const turn = linkedSignal(signal);
        waiting = turn;
        await sleep(ms, turn.signal);
        turn.end();
        waiting = null;
      }
      notified = false;
    }
  };
}
export {
  notify
};
//# sourceMappingURL=notify.js.map
