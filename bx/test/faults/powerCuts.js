// test/faults/powerCuts.ts
import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { seededRandom } from "../support/seededRandom.js";
import { tracedDisk } from "./diskAfterPowerCut.js";
async function powerCuts({ steps, traced, into, count, seed }, look) {
  const places = seededRandom(seed);
  const oneOf = (from) => from[Math.floor(places() * from.length)] ?? steps.length;
  const all = [...steps.keys()];
  const rare = all.filter((at) => !isFrame(steps[at]));
  const cuts = Array.from({ length: count - 1 }, (_, number) => oneOf(number % 2 === 0 ? all : rare));
  const disk = tracedDisk();
  const said = [];
  let reached = 0;
  for (const [number, place] of [...cuts.sort((one, other) => one - other), steps.length].entries()) {
    for (const step of steps.slice(reached, place)) {
      if (step.kind === "say") said.push(...step.text.split("\n"));
      else disk.apply(step);
    }
    reached = place;
    const folder = join(into, `cut-${number}`);
    mkdirSync(folder);
    for (const [path, bytes] of disk.afterPowerCut(seededRandom(seed + number)))
      if (!path.endsWith("-shm")) writeFileSync(join(folder, relative(traced, path)), bytes);
    const cut = { folder, said: [...said], name: `cut ${number} of seed ${seed}, at step ${place}` };
    if (await look(cut) === "enough") return;
  }
}
function isFrame(step) {
  return step?.kind === "say" || step?.kind === "write" && step.path.endsWith("-wal");
}
export {
  powerCuts
};
//# sourceMappingURL=powerCuts.js.map
