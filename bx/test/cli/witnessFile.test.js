// test/cli/witnessFile.test.ts
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { headText, newSealKey, signatureOf } from "../../src/audit/treeHead.js";
import { appendWitness, witnessedSeals } from "../../src/cli/audit/witnessFile.js";
import { nodeArguments } from "../support/project.js";
import { seededIds } from "../support/seededIds.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("witness file");
var folder = temporaryFolder();
test.after(() => folder.remove());
var key = newSealKey(seededIds("witness"));
function sealOf(seal) {
  const head = { ledgerId: "11111111-1111-4111-8111-111111111111", size: seal, root: "a".repeat(64) };
  const signature = signatureOf(headText(head), key);
  return { seal, at: "2026-01-01T00:00:00.000Z", ...head, publicKey: key.publicKey, signature };
}
async function sealsIn(file) {
  const seals = [];
  for await (const { seal } of witnessedSeals(file)) seals.push(seal);
  return seals;
}
test("whose last line lacks its end, as an editor or a shell leaves it, gets the next seal on a line of its own", async () => {
  const file = join(folder.path, "edited");
  writeFileSync(file, JSON.stringify(sealOf(1)));
  assert.is(await appendWitness(file, sealOf(2)), true);
  assert.equal(await sealsIn(file), [1, 2]);
  assert.is(await appendWitness(file, sealOf(2)), false);
});
test("on a full disk holds no part of a seal, and gets the next one once there is room", async () => {
  const file = join(folder.path, "full");
  writeFileSync(file, `${JSON.stringify(sealOf(1)).padEnd(950)}
`);
  const before = readFileSync(file, "utf8");
  const program = [...nodeArguments("test/cli/appendWitnessProcess"), file, JSON.stringify(sealOf(2))];
  const command = [process.execPath, ...program].map((word) => `'${word}'`).join(" ");
  const limited = spawnSync("bash", ["-c", `trap '' XFSZ; ulimit -f 1; exec ${command}`], {
    encoding: "utf8"
  });
  assert.match(limited.stderr, /EFBIG/);
  assert.is(readFileSync(file, "utf8"), before);
  assert.is(await appendWitness(file, sealOf(2)), true);
  assert.equal(await sealsIn(file), [1, 2]);
});
test.run();
//# sourceMappingURL=witnessFile.test.js.map
