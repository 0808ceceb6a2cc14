// test/simulation/fast/scenarios/scenario.ts
import { audit } from "../audit/audit.js";
import { eventMs } from "../audit/rule.js";
import { begin, fastWorld } from "../world.js";
async function met(scenario) {
  const world = await fastWorld(1);
  const beganAt = performance.now();
  try {
    await begin(world);
    await scenario.live(world);
    const evidence = await world.evidence();
    const real = performance.now() - beganAt;
    const all = audit(evidence);
    const breaches = all.filter((breach) => scenario.isAbout(breach));
    const others = all.filter((breach) => !scenario.isAbout(breach));
    const atMs = breaches.find((breach) => breach.atMs !== null)?.atMs;
    const life = atMs === null || atMs === void 0 ? null : atMs - beginMs(evidence);
    return { breaches, others, evidence, foundAfterMs: { life, real } };
  } finally {
    await world.close();
  }
}
function beginMs({ events, journal }) {
  const [first] = events;
  return first === void 0 ? journal.beganAtMs : eventMs(first);
}
export {
  met
};
//# sourceMappingURL=scenario.js.map
