import { setTimeout as sleep } from 'node:timers/promises';
import type { ProxiedEngine } from './proxiedEngines.ts';

/** How long a stopped engine stands still. */
const PAUSED_MS = 30_000;
/** Longer than the service's own deadline on the log, so that its refusals are seen. */
const AWAY_MS = 12_000;
const SLOW_MS = 4_000;
const LATENCY_MS = 150;

/** A way for an engine to fail the service for a while. */
export interface Interruption {
  readonly name: string;
  /** Whether nothing can be had of the engine meanwhile. */
  readonly isAway: boolean;
  /** Resolves when the engine is as it was. */
  strike(engine: ProxiedEngine): Promise<void>;
}

export const INTERRUPTIONS: readonly Interruption[] = [
  {
    name: 'killed and restarted',
    isAway: true,
    async strike(engine) {
      await engine.kill();
      await sleep(AWAY_MS);
      await engine.restart();
    },
  },
  {
    name: `stopped for ${PAUSED_MS / 1000} s`,
    isAway: true,
    async strike(engine) {
      engine.pause();
      await sleep(PAUSED_MS);
      engine.resume();
    },
  },
  {
    name: 'cut off in silence',
    isAway: true,
    async strike({ proxy }) {
      proxy.cut();
      await sleep(AWAY_MS);
      proxy.heal();
    },
  },
  {
    name: `${LATENCY_MS} ms farther away`,
    isAway: false,
    async strike({ proxy }) {
      proxy.delay(LATENCY_MS);
      await sleep(SLOW_MS);
      proxy.heal();
    },
  },
  {
    name: 'connections reset',
    isAway: false,
    async strike({ proxy }) {
      for (let n = 0; n < 5; n++) {
        proxy.reset();
        await sleep(300);
      }
    },
  },
  {
    name: 'connections half closed',
    isAway: false,
    async strike({ proxy }) {
      for (let n = 0; n < 3; n++) {
        proxy.halfClose();
        await sleep(500);
      }
    },
  },
];
