// test/cli/appendWitnessProcess.ts
import { appendWitness } from "../../src/cli/audit/witnessFile.js";
var [file = "", seal = ""] = process.argv.slice(2);
await appendWitness(file, JSON.parse(seal));
//# sourceMappingURL=appendWitnessProcess.js.map
