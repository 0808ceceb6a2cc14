// test/simulation/scenarios/scenarios.ts
import { backlogFirst } from "./backlogFirst.js";
import { batches } from "./batches.js";
import { campaigns } from "./campaigns.js";
import { changesMind } from "./changesMind.js";
import { clockSetBack, clocksApart } from "./clocksWrong.js";
import { conflictReadLater } from "./conflictReadLater.js";
import { crashLoop } from "./crashLoop.js";
import { dayOfAnother } from "./dayOfAnother.js";
import { deferredForHours } from "./deferredForHours.js";
import { hangingAfterRestart } from "./hangingAfterRestart.js";
import { killedInAFlood, killedNextToAnother } from "./killedInAFlood.js";
import { logAway, routeAway } from "./logAway.js";
import { movedWhilePaused } from "./movedWhilePaused.js";
import { namesChange } from "./namesChange.js";
import { rebuiltInAFlood } from "./rebuiltInAFlood.js";
import { redeliveredAtOnce, redeliveredMeanwhile } from "./redeliveredMeanwhile.js";
import { replayAheadOfLive } from "./replayAheadOfLive.js";
import { reportsAndLinks } from "./reportsAndLinks.js";
import { slowOwnAllSlots } from "./slowOwnAllSlots.js";
import { smallMemory } from "./smallMemory.js";
import { stillInAnAcquire, stillInASend } from "./standsStill.js";
import { stopsAndStarts } from "./stopsAndStarts.js";
import { stopsInOrder } from "./stopsInOrder.js";
import { unsignedBounce, unsignedComplaint } from "./unsignedReport.js";
var KNOWN_FAULTS = [];
var KNOWN_INGREDIENTS = [
  ...new Set(KNOWN_FAULTS.flatMap(({ ingredients }) => ingredients))
];
var ORDINARY = [
  reportsAndLinks,
  unsignedBounce,
  unsignedComplaint,
  redeliveredAtOnce,
  redeliveredMeanwhile,
  clockSetBack,
  batches,
  campaigns,
  conflictReadLater,
  clocksApart,
  stopsInOrder,
  stopsAndStarts,
  stillInASend,
  stillInAnAcquire,
  namesChange,
  logAway,
  routeAway,
  killedInAFlood,
  killedNextToAnother,
  smallMemory,
  movedWhilePaused,
  deferredForHours,
  backlogFirst,
  changesMind,
  hangingAfterRestart,
  slowOwnAllSlots,
  rebuiltInAFlood,
  replayAheadOfLive,
  dayOfAnother,
  crashLoop
];
export {
  KNOWN_FAULTS,
  KNOWN_INGREDIENTS,
  ORDINARY
};
//# sourceMappingURL=scenarios.js.map
