// test/docs/recordedSession.ts
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { COMMAND_LINE, ROOT } from "../support/project.js";
var RECORD = process.env.TEST_RECORD === "yes";
var BLOCKS = /^```console\n(.*?)^```$/gms;
var PRELUDE = `postledger() { node ${COMMAND_LINE.map((argument) => `'${argument}'`).join(" ")} "$@"; }
`;
async function runSession(name, { cwd, env, compared, afterBlock }) {
  const path = join(ROOT, "docs", name);
  const page = readFileSync(path, "utf8");
  let now = page;
  for (const [whole, block = ""] of page.matchAll(BLOCKS)) {
    let text = "";
    for (const [, command = ""] of block.matchAll(/^\$ (.*)$/gm))
      text += `$ ${command}
${await printedBy(command, cwd, env)}`;
    afterBlock?.(block, text);
    if (!RECORD) assert.is(compared(text), compared(block));
    now = now.replace(whole, () => `\`\`\`console
${text}\`\`\``);
  }
  if (RECORD) writeFileSync(path, now);
}
function printedBy(command, cwd, env) {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", `${PRELUDE}${command}`], {
      ...{ cwd, env },
      stdio: ["ignore", "pipe", "pipe"]
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        output += chunk.toString();
      });
    child.once("error", reject);
    child.once(
      "close",
      (code) => code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}: ${output}`))
    );
  });
}
export {
  runSession
};
//# sourceMappingURL=recordedSession.js.map
