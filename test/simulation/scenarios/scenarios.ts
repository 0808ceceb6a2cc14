import { batches } from './batches.ts';
import { campaigns } from './campaigns.ts';
import { changesMind } from './changesMind.ts';
import { conflictReadLater } from './conflictReadLater.ts';
import { crashLoop } from './crashLoop.ts';
import { dayOfAnother } from './dayOfAnother.ts';
import { hangingAfterRestart } from './hangingAfterRestart.ts';
import { replayAheadOfLive } from './replayAheadOfLive.ts';
import { reportsAndLinks } from './reportsAndLinks.ts';
import type { Scenario } from './scenario.ts';
import { slowOwnAllSlots } from './slowOwnAllSlots.ts';
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

/** What must hold, and every rule of the auditor with it. */
export const ORDINARY: readonly Scenario[] = [
  reportsAndLinks,
  batches,
  campaigns,
  crashLoop,
  conflictReadLater,
  hangingAfterRestart,
  slowOwnAllSlots,
  replayAheadOfLive,
  unsignedBounce,
  unsignedComplaint,
  changesMind,
  dayOfAnother,
];
