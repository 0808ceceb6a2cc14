// test/faults/interruptions.ts
import { setTimeout as sleep } from "node:timers/promises";
var PAUSED_MS = 3e4;
var AWAY_MS = 12e3;
var SLOW_MS = 4e3;
var LATENCY_MS = 150;
var INTERRUPTIONS = [
  {
    name: "killed and restarted",
    isAway: true,
    async strike(engine) {
      await engine.kill();
      await sleep(AWAY_MS);
      await engine.restart();
    }
  },
  {
    name: `stopped for ${PAUSED_MS / 1e3} s`,
    isAway: true,
    async strike(engine) {
      engine.pause();
      await sleep(PAUSED_MS);
      engine.resume();
    }
  },
  {
    name: "cut off in silence",
    isAway: true,
    async strike({ proxy }) {
      proxy.cut();
      await sleep(AWAY_MS);
      proxy.heal();
    }
  },
  {
    name: `${LATENCY_MS} ms farther away`,
    isAway: false,
    async strike({ proxy }) {
      proxy.delay(LATENCY_MS);
      await sleep(SLOW_MS);
      proxy.heal();
    }
  },
  {
    name: "connections reset",
    isAway: false,
    async strike({ proxy }) {
      for (let n = 0; n < 5; n++) {
        proxy.reset();
        await sleep(300);
      }
    }
  },
  {
    name: "connections half closed",
    isAway: false,
    async strike({ proxy }) {
      for (let n = 0; n < 3; n++) {
        proxy.halfClose();
        await sleep(500);
      }
    }
  }
];
export {
  INTERRUPTIONS
};
//# sourceMappingURL=interruptions.js.map
