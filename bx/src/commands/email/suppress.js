// src/commands/email/suppress.ts
import { suppression, suppressionIdOf } from "../../events/suppression.js";
import { handle } from "../kernel/decider.js";
var suppressionDecider = {
  initial: "none",
  evolve: (_, event) => event.type === "SuppressionAdded" ? "added" : "removed",
  decide: (command) => command.do === "add" ? [{ type: "SuppressionAdded", data: withoutDo(command) }] : [{ type: "SuppressionRemoved", data: withoutDo(command) }]
};
var withoutDo = ({ do: _, ...data }) => data;
async function decideSuppression(ledger, origin, command) {
  const stream = suppression.stream(suppressionIdOf(origin.workspace, command.address));
  const { position } = await handle(ledger, origin, stream, suppressionDecider, command);
  return position;
}
export {
  decideSuppression
};
//# sourceMappingURL=suppress.js.map
