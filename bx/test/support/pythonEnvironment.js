// test/support/pythonEnvironment.ts
import { run } from "../clients/run.js";
import { missingTool } from "./missingTool.js";
async function pythonEnvironment(folder, packages) {
  const missing = missingTool("python3");
  if (missing !== null) return missing;
  const made = await run("python3", ["-m", "venv", folder]);
  if (made.code !== 0)
    return `python3 has no venv (apt-get install python3-venv): ${made.output.slice(0, 200)}`;
  const quiet = ["--quiet", "--disable-pip-version-check", "--no-input"];
  const installed = await run(`${folder}/bin/python`, ["-m", "pip", "install", ...quiet, ...packages]);
  if (installed.code !== 0)
    return `pip cannot install ${packages.join(", ")} (it needs a package index): ${installed.output.slice(-300)}`;
  const names = packages.map((name) => name.replace(/[=<>~].*/s, ""));
  const shown = await run(`${folder}/bin/python`, ["-m", "pip", "show", ...names]);
  if (shown.code === 0) return null;
  const { output } = await run(`${folder}/bin/python`, ["-m", "pip", "list", "--verbose"]);
  throw new Error(
    `pip installed ${packages.join(", ")}, and not all are there: ${installed.output}
${output}`
  );
}
export {
  pythonEnvironment
};
//# sourceMappingURL=pythonEnvironment.js.map
