// test/clients/generated.test.ts
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTypes, { astToString } from "openapi-typescript";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { missingTool } from "../support/missingTool.js";
import { ROOT } from "../support/project.js";
import { pythonEnvironment } from "../support/pythonEnvironment.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { clientFixture, someone } from "./clientFixture.js";
import { run } from "./run.js";
var SOURCES = join(ROOT, "test", "clients", "generated");
var OPENAPI_PYTHON_CLIENT = "openapi-python-client==0.29.1";
var OAPI_CODEGEN = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
var test = suite("issue 27, 10: clients that are generated");
test.before(async (context) => {
  Object.assign(context, await clientFixture());
  context.folder = temporaryFolder();
});
test.after(async (context) => {
  await context.close();
  context.folder.remove();
});
var documentOf = async (url, name) => (await fetch(`${url}/${name}`)).text();
async function sends({ url, key, mailsTo }, call) {
  const to = someone("generated");
  const { code, output, stdout } = await call(JSON.stringify({ url, key, to }));
  assert.is(code, 0, output);
  assert.match(stdout.trim(), /^[0-9a-f-]{36}$/);
  assert.is((await mailsTo(to))[0]?.subject, "Hello");
}
test("openapi-typescript", async (context) => {
  const folder = join(context.folder.path, "types");
  mkdirSync(folder);
  const types = await openapiTypes(await documentOf(context.url, "openapi.json"));
  writeFileSync(join(folder, "api.d.ts"), astToString(types));
  const program = join(folder, "call.ts");
  copyFileSync(join(SOURCES, "call.ts"), program);
  const options = ["--strict", "--module", "nodenext", "--target", "es2023", "--outDir", folder];
  const roots = ["--types", "node", "--typeRoots", join(ROOT, "node_modules", "@types")];
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const compiled = await run(process.execPath, [compiler, ...options, ...roots, program], { cwd: folder });
  assert.is(compiled.code, 0, compiled.output);
  await sends(context, (input) => run(process.execPath, [join(folder, "call.js"), input]));
});
test("openapi-python-client", async (context) => {
  const folder = join(context.folder.path, "python");
  const missing = await pythonEnvironment(folder, [OPENAPI_PYTHON_CLIENT]);
  if (missing !== null) return skipped(missing);
  const document = join(folder, "openapi.json");
  writeFileSync(document, await documentOf(context.url, "openapi.json"));
  const made = await run(
    join(folder, "bin", "openapi-python-client"),
    ["generate", "--path", document, "--output-path", join(folder, "postledger"), "--meta", "none"],
    // Its formatter is looked for in the path, and lies next to it.
    { env: { PATH: `${join(folder, "bin")}:${process.env.PATH}` } }
  );
  assert.is(made.code, 0, made.output);
  assert.not.match(made.output, /warning/i);
  await sends(
    context,
    (input) => run(join(folder, "bin", "python"), [join(SOURCES, "call.py")], {
      input,
      env: { PYTHONPATH: folder }
    })
  );
});
test("oapi-codegen", async (context) => {
  const missing = missingTool("go");
  if (missing !== null) return skipped(missing);
  const folder = join(context.folder.path, "go");
  mkdirSync(join(folder, "api"), { recursive: true });
  const document = join(folder, "openapi.json");
  writeFileSync(document, await documentOf(context.url, "openapi-3.0.json"));
  copyFileSync(join(SOURCES, "go", "main.go"), join(folder, "main.go"));
  const go = (...args) => run("go", args, { cwd: folder });
  const client = join(folder, "api", "api.go");
  const made = await go(
    ...["run", OAPI_CODEGEN, "-generate", "types,client", "-package", "api", "-o", client, document]
  );
  if (made.code !== 0 && /dial tcp|no such host|proxy/i.test(made.output))
    return skipped(`no Go module proxy answers (set GOPROXY to one): ${made.output.slice(-300)}`);
  assert.is(made.code, 0, made.output);
  await go("mod", "init", "call");
  const tidied = await go("mod", "tidy");
  assert.is(tidied.code, 0, tidied.output);
  const built = await go("build", "-o", "program", ".");
  assert.is(built.code, 0, built.output);
  await sends(context, (input) => run(join(folder, "program"), [], { input }));
});
test.run();
//# sourceMappingURL=generated.test.js.map
