// test/simulation/chance.ts
import { createHash } from "node:crypto";
import { seededRandom } from "../support/seededRandom.js";
function chanceOf(seed, name) {
  const random = seededRandom(createHash("sha256").update(`${seed} ${name}`).digest().readUInt32BE());
  const between = (low, high) => low + random() * (high - low);
  return {
    next: random,
    is: (probability) => random() < probability,
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    of: (values) => values[Math.floor(random() * values.length)] ?? values[0]
  };
}
export {
  chanceOf
};
//# sourceMappingURL=chance.js.map
