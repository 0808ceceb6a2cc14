// src/cli/audit/witnessFile.ts
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { witnessLine } from "../../audit/witness.js";
import { CliError } from "../cli.js";
async function* witnessedSeals(file) {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    number += 1;
    try {
      yield witnessLine(line);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new CliError(`line ${number} of ${file}: ${error.message}.`);
    }
  }
}
async function appendWitness(file, seal) {
  const handle = await open(file, "a+");
  try {
    const { size } = await handle.stat();
    let last = null;
    if (size > 0) for await (const known of witnessedSeals(file)) last = known;
    if (last !== null && last.ledgerId !== seal.ledgerId)
      throw new CliError(`${file} is about another ledger, ${last.ledgerId}.`);
    if (last?.seal === seal.seal && last.root === seal.root) return false;
    const separator = size > 0 && !await endsALine(handle, size) ? "\n" : "";
    try {
      await handle.appendFile(`${separator}${JSON.stringify(seal)}
`);
    } catch (error) {
      await handle.truncate(size);
      throw error;
    }
    await handle.sync();
    return true;
  } finally {
    await handle.close();
  }
}
async function endsALine(handle, size) {
  const { buffer } = await handle.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return buffer.toString() === "\n";
}
export {
  appendWitness,
  witnessedSeals
};
//# sourceMappingURL=witnessFile.js.map
