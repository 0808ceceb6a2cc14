// src/dispatcher/restoreHealth.ts
import { medianAnswerMs } from "../projections/webhookHealth.js";
async function restoreHealth({ health, slots, ready, log }) {
  try {
    for await (const { key, document } of health.scan()) {
      if (document.standing === null) continue;
      slots.restore(key, document.standing, medianAnswerMs(document));
      ready.reconsider(key);
    }
  } catch (error) {
    log.warn({ err: error }, "what is known of webhook endpoints could not be read");
  }
}
export {
  restoreHealth
};
//# sourceMappingURL=restoreHealth.js.map
