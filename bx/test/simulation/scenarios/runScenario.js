// test/simulation/scenarios/runScenario.ts
import { audit, RULES } from "../auditor/audit.js";
import { breachText } from "../breachText.js";
import { timeOf } from "../journal.js";
import { simulate } from "../simulate.js";
import { KNOWN_FAULTS, ORDINARY } from "./scenarios.js";
function scenariosNamed(text) {
  return [...KNOWN_FAULTS, ...ORDINARY].filter(({ name }) => name.includes(text));
}
async function runScenario(scenario) {
  const outcome = await simulate(scenario.plan);
  const own = await audit(outcome.world, [scenario.rule]);
  const refused = outcome.world.journal.books.clients.find(
    ({ call, status }) => /^POST \/v1\/(emails|sms)$/.test(call) && status === 422
  );
  const wrong = refused === void 0 ? wrongWith(scenario, own, outcome.breaches) : `the send ${refused.key} was refused: ${JSON.stringify(refused.answer)}`;
  return { ...outcome, scenario, own, wrong };
}
function wrongWith(scenario, own, others) {
  const isKnown = KNOWN_FAULTS.includes(scenario);
  if (isKnown && own.length > 0) return null;
  if (isKnown) return "this known fault is there no more: move it to the ordinary scenarios";
  const [breach] = [...own, ...others];
  return breach === void 0 ? null : `${breach.rule}: ${breach.what}`;
}
function tableOf(outcomes) {
  const rows = outcomes.map(({ scenario: { name, plan, issue }, own: [first] }) => {
    const found = first === void 0 ? "not there" : timeOf(first.atMs ?? plan.lastsMs);
    return `| ${name} | ${issue} | ${plan.seed} | ${found} |`;
  });
  return ["| fault | issue | seed | simulated time until it is found |", "|---|---|---|---|", ...rows].join(
    "\n"
  );
}
function textOf(outcome) {
  const { scenario, own, breaches, world, sha256, wrong } = outcome;
  const [first] = own;
  return [
    `${scenario.name} (seed ${scenario.plan.seed}, issue ${scenario.issue})`,
    `  ${world.stores.log.events.length} events, ${timeOf(world.agenda.nowMs())}, sha256 ${sha256}`,
    `  ${own.length} breaches of its rule`,
    ...first === void 0 ? [] : [breachText(first, outcome)],
    `  ${breaches.length} breaches of the auditor's ${RULES.length} rules`,
    `  ${wrong ?? (first === void 0 ? "as it must be" : "a known fault, as expected")}`
  ].join("\n");
}
export {
  runScenario,
  scenariosNamed,
  tableOf,
  textOf
};
//# sourceMappingURL=runScenario.js.map
