// src/cli/audit/witness.ts
import { witnessedSeal } from "../../audit/witness.js";
import { counted } from "../../audit/wording.js";
import { newestSealOf, sealedLedger } from "./sealedLedger.js";
import { appendWitness } from "./witnessFile.js";
function addWitness(group, cli) {
  const witness = group.command("witness").description("append the newest seal to a file, which is best kept on another machine").requiredOption("--file <file>", "the file, made when it is missing");
  cli.ledgerAction(witness, witnessed);
}
async function witnessed(call) {
  const { end } = await sealedLedger(call);
  const seal = witnessedSeal(newestSealOf(end));
  const file = String(call.options.file);
  const added = await appendWitness(file, seal);
  return {
    data: { ...seal, added },
    text: `Seal ${seal.seal} of ${seal.at} (${counted(seal.size, "event")}) ${added ? "was added to" : "is in"} ${file}.`
  };
}
export {
  addWitness
};
//# sourceMappingURL=witness.js.map
