// test/house/runner/compile.ts
import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
var FOLDERS = ["src", "test", "bench", "demo", "tools"];
var BUNDLED = /^(typebox(\/|$)|@fastify\/type-provider-typebox$)/;
var NAMED_SUITE = "test/house/runner/namedSuite.ts";
async function compile(project) {
  const compiled = join(project, "build");
  const bundled = /* @__PURE__ */ new Set();
  await build({
    entryPoints: FOLDERS.flatMap((folder) => typeScriptIn(join(project, folder))),
    outbase: project,
    outdir: compiled,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: true,
    // esbuild rewrites imports only where it bundles; with every import external there is nothing to bundle.
    bundle: true,
    plugins: [
      {
        name: "one file each",
        setup: ({ onResolve }) => onResolve({ filter: /.*/ }, ({ kind, path, importer }) => {
          if (kind === "entry-point") return void 0;
          if (BUNDLED.test(path)) {
            bundled.add(path);
            const folder = relative(dirname(importer), join(project, "packages"));
            return { path: `${folder}/${path}.js`, external: true };
          }
          const isSuite = path === "uvu" && importer !== join(project, NAMED_SUITE);
          const from = isSuite ? relative(dirname(importer), join(project, NAMED_SUITE)) : path;
          return { path: compiledName(isSuite ? `./${from}` : from), external: true };
        })
      }
    ],
    logLevel: "warning"
  });
  await build({
    entryPoints: Object.fromEntries([...bundled].map((path) => [path, path])),
    absWorkingDir: project,
    outdir: join(compiled, "packages"),
    format: "esm",
    platform: "node",
    target: "node20",
    bundle: true,
    splitting: true,
    logLevel: "warning"
  });
  const manifest = join(project, "package.json");
  if (existsSync(manifest)) copyFileSync(manifest, join(compiled, "package.json"));
  return compiled;
}
function compiledName(path) {
  return path.startsWith(".") ? path.replace(/\.ts$/, ".js") : path;
}
function typeScriptIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts")).map((path) => join(folder, path));
}
export {
  compile
};
//# sourceMappingURL=compile.js.map
