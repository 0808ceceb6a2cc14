import { killedRenderer } from './killedRenderer.ts';
import { quietService } from './quietService.ts';
import type { Scenario } from './scenario.ts';

/** Every fixed scenario of the fast life: those of known faults must still fail, all others must hold. */
export const SCENARIOS: readonly Scenario[] = [quietService, killedRenderer];
