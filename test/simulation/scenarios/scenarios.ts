import { backlogFirst } from './backlogFirst.ts';
import { batches } from './batches.ts';
import { campaigns } from './campaigns.ts';
import { changesMind } from './changesMind.ts';
import { clockSetBack, clocksApart } from './clocksWrong.ts';
import { conflictReadLater } from './conflictReadLater.ts';
import { crashLoop } from './crashLoop.ts';
import { dayOfAnother } from './dayOfAnother.ts';
import { deferredForHours } from './deferredForHours.ts';
import { hangingAfterRestart } from './hangingAfterRestart.ts';
import { killedInAFlood, killedNextToAnother } from './killedInAFlood.ts';
import { logAway, routeAway } from './logAway.ts';
import { movedWhilePaused } from './movedWhilePaused.ts';
import { namesChange } from './namesChange.ts';
import { rebuiltInAFlood } from './rebuiltInAFlood.ts';
import { redeliveredAtOnce, redeliveredMeanwhile } from './redeliveredMeanwhile.ts';
import { replayAheadOfLive } from './replayAheadOfLive.ts';
import { reportsAndLinks } from './reportsAndLinks.ts';
import type { Scenario } from './scenario.ts';
import { slowOwnAllSlots } from './slowOwnAllSlots.ts';
import { smallMemory } from './smallMemory.ts';
import { stillInAnAcquire, stillInASend } from './standsStill.ts';
import { stopsAndStarts } from './stopsAndStarts.ts';
import { stopsInOrder } from './stopsInOrder.ts';
import { unsignedBounce, unsignedComplaint } from './unsignedReport.ts';

/**
 * Faults that are known and not mended yet: the rule of each is breached, and the test fails when it is not. A change that mends one
 * moves it to the ordinary ones.
 */
export const KNOWN_FAULTS: readonly Scenario[] = [];

/** What random plans leave out, since the known faults are made of it. */
export const KNOWN_INGREDIENTS: readonly string[] = [
  ...new Set(KNOWN_FAULTS.flatMap(({ ingredients }) => ingredients)),
];

/** What must hold, and every rule of the auditor with it. The ones that take longest come last. */
export const ORDINARY: readonly Scenario[] = [
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
  crashLoop,
];
