// test/simulation/plan.ts
var DNS_CHANGES = [
  "gives no answer",
  "takes long",
  "does not exist",
  "takes no mail",
  "dead hosts",
  "dead first",
  "no addresses",
  "no MX",
  "moved"
];
function ingredientOf(plannedEvent) {
  if (plannedEvent.of === "store") return `${plannedEvent.store}: ${plannedEvent.do}`;
  if (plannedEvent.of === "process" && plannedEvent.do === "kill")
    return `process: kill upon ${plannedEvent.upon}`;
  if (plannedEvent.of === "report") return `report: ${plannedEvent.proof} ${plannedEvent.do}`;
  return `${plannedEvent.of}: ${plannedEvent.do}`;
}
export {
  DNS_CHANGES,
  ingredientOf
};
//# sourceMappingURL=plan.js.map
