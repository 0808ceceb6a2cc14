// test/simulation/run.ts
import { parseArgs } from "node:util";
import { breachText } from "./breachText.js";
import { timeOf } from "./journal.js";
import { planOf } from "./planning/planOf.js";
import { runScenario, scenariosNamed, tableOf, textOf } from "./scenarios/runScenario.js";
import { KNOWN_INGREDIENTS } from "./scenarios/scenarios.js";
import { shrunk } from "./shrink.js";
import { simulate } from "./simulate.js";
var { values } = parseArgs({
  options: {
    seed: { type: "string" },
    days: { type: "string", default: "1" },
    processes: { type: "string" },
    messages: { type: "string", default: "1000" },
    endpoints: { type: "string", default: "20" },
    "every-poll": { type: "boolean", default: false },
    shrink: { type: "boolean", default: false },
    scenario: { type: "string" }
  }
});
var MOST_PRINTED = 3;
var print = (text) => process.stdout.write(`${text}
`);
if (values.scenario !== void 0) {
  const ended = [];
  for (const scenario of scenariosNamed(values.scenario)) {
    const outcome2 = await runScenario(scenario);
    ended.push(outcome2);
    print(textOf(outcome2));
  }
  print(tableOf(ended));
  if (ended.length === 0) print(`There is no scenario named ${values.scenario}.`);
  process.exit(ended.length > 0 && ended.every(({ wrong }) => wrong === null) ? 0 : 1);
}
var seed = Number(values.seed ?? Date.now() % 1e6);
var { days, processes = null, messages, endpoints } = values;
var size = {
  hours: Number(days) * 24,
  processes: processes === null ? null : Number(processes),
  messages: Number(messages),
  endpoints: Number(endpoints),
  without: KNOWN_INGREDIENTS
};
function printOutcome(outcome2, tookMs) {
  const { sha256, breaches, world } = outcome2;
  const { stores, agenda, driver } = world;
  const times = `${timeOf(agenda.nowMs())} in ${(tookMs / 1e3).toFixed(1)} s of processor time`;
  print(`seed ${seed}: ${stores.log.events.length} events, ${driver.steps} steps, ${times}`);
  print(`sha256 ${sha256}`);
  for (const breach of breaches.slice(0, MOST_PRINTED)) print(`
BREACH
${breachText(breach, outcome2)}`);
  const given = process.argv.slice(2).filter((one, at, all) => one !== "--seed" && all[at - 1] !== "--seed");
  if (breaches.length > 0) {
    print(`
${breaches.length} breaches; again: npm run simulate -- --seed ${seed} ${given.join(" ")}`);
    const rules = /* @__PURE__ */ new Map();
    for (const { rule } of breaches) rules.set(rule, (rules.get(rule) ?? 0) + 1);
    for (const [rule, count] of rules) print(`  ${count} x ${rule}`);
  }
}
var plan = planOf(seed, size);
var processorMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e3;
var begunAtMs = processorMs();
var outcome = await simulate(plan, { isEveryPollLived: values["every-poll"] });
printOutcome(outcome, processorMs() - begunAtMs);
var [first] = outcome.breaches;
if (values.shrink && first !== void 0) {
  const least = await shrunk(
    plan,
    first.rule,
    (runs, { plannedEvents }) => print(`run ${runs}: ${plannedEvents.length} planned events are left`)
  );
  print(`
The smallest plan found that breaks '${first.rule}':
${JSON.stringify(least)}`);
}
process.exitCode = outcome.breaches.length === 0 ? 0 : 1;
//# sourceMappingURL=run.js.map
