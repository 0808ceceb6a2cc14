// test/simulation/planted/run.ts
import { parseArgs } from "node:util";
import { plantedCopy } from "./plant.js";
import { UNDONE_FIXES } from "./undoneFixes.js";
import { UNNOTICED_FAULTS } from "./unnoticedFaults.js";
var { values } = parseArgs({
  options: {
    fault: { type: "string", multiple: true, default: [""] },
    seconds: { type: "string", default: "60" },
    scenario: { type: "string", default: "" }
  }
});
var print = (line) => process.stdout.write(`${line}
`);
var nothing = { name: "no fault at all", from: "", file: "", edits: [] };
var chosen = [nothing, ...UNDONE_FIXES, ...UNNOTICED_FAULTS].filter(
  ({ name }) => values.fault.some((text) => name.includes(text))
);
var copy = await plantedCopy("planted");
var found = 0;
var processorMs = 0;
for (const fault of chosen) {
  const outcome = await copy.search(fault, Number(values.seconds), values.scenario);
  if (typeof outcome === "object") processorMs += outcome.processorMs;
  const isFound = typeof outcome === "string" || outcome.found !== null;
  if (isFound && fault !== nothing) found += 1;
  print(`${isFound ? "found    " : "not found"} ${fault.name} (${fault.from})
          ${textOf(outcome)}`);
}
await copy.close();
var planted = chosen.filter((one) => one !== nothing).length;
print(`${found} of ${planted} found in ${Math.round(processorMs / 1e3)} s of processor time`);
function textOf(outcome) {
  if (typeof outcome === "string") return outcome;
  const after = `${outcome.seeds} seeds, ${(outcome.processorMs / 1e3).toFixed(1)} s`;
  return outcome.found === null ? `nothing in ${after}` : `${outcome.found.by}: ${outcome.found.rule}: ${outcome.found.what} (${after})`;
}
//# sourceMappingURL=run.js.map
