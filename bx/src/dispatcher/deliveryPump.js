// src/dispatcher/deliveryPump.ts
import { attemptDelivery } from "./attempt.js";
var LATER_MS = 1e3;
var MAX_HELD = 131072;
function deliveryPump(context) {
  const { flights, inFlight, isHeld, ready, signal, hints, lanes, onStarted } = context;
  const goOn = (delivery) => {
    if (!isHeld(lanes.laneOf(delivery).partition)) return;
    if (inFlight.begin(delivery.deliveryId) && !ready.add(delivery)) inFlight.end(delivery.deliveryId);
  };
  const attempt = async (delivery, onPosted) => {
    const { openings } = hints;
    const end = await attemptDelivery(context.attempt, delivery, signal, onPosted);
    if (end.is === "done") return end;
    if (end.is === "failed") {
      const again = { ...delivery, kind: "retry", scheduled: null, pausedSince: end.revision };
      return { position: end.position, again: { afterMs: end.pauseMs, goOn: () => goOn(again) } };
    }
    if (end.is === "not begun" || hints.openings !== openings) return { retryAfterMs: LATER_MS };
    if (isHeld(lanes.laneOf(delivery).partition)) lanes.off(delivery, end.untilMs);
    return "left";
  };
  const run = async ({ delivery, slot }) => {
    let isPosted = false;
    const onPosted = (answer) => {
      if (isPosted) return;
      isPosted = true;
      slot.posted(answer);
      ready.reconsider(delivery.endpointId);
      pump();
    };
    try {
      return await attempt(delivery, onPosted);
    } finally {
      onPosted("nothing");
      slot.ended();
    }
  };
  const pump = () => {
    while (!signal.aborted && inFlight.held < MAX_HELD) {
      const served = ready.next();
      if (served === null) return;
      const { delivery, slot } = served;
      const of = lanes.laneOf(delivery);
      if (isHeld(of.partition)) {
        flights.start({ key: delivery.deliveryId, of, run: () => run(served) });
        onStarted(delivery);
        continue;
      }
      slot.posted("nothing");
      slot.ended();
      inFlight.end(delivery.deliveryId);
    }
  };
  return pump;
}
export {
  deliveryPump
};
//# sourceMappingURL=deliveryPump.js.map
