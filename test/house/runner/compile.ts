import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

/** Folders with TypeScript, in the order of the map. */
const FOLDERS = ['src', 'test', 'bench', 'demo', 'tools', 'release'];

/** Packages of hundreds of small files: reading them would cost most processes more than their tests do. */
const BUNDLED = /^(typebox(\/|$)|@fastify\/type-provider-typebox$)/;

/** Test files import uvu; what they get adds the choice of tests by name. */
const NAMED_SUITE = 'test/house/runner/namedSuite.ts';

/**
 * Compiles every TypeScript file of a project, each by itself, to the same place below a folder, with source maps.
 * Node then runs them as they are: for every process that starts, reading TypeScript would cost more than the tests do.
 * @param project its folder
 * @param compiled within it
 * @returns the folder of the compiled files
 */
export async function compile(project: string, compiled: string): Promise<string> {
  const bundled = new Set<string>();
  await build({
    entryPoints: FOLDERS.flatMap((folder) => typeScriptIn(join(project, folder))),
    outbase: project,
    outdir: compiled,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    // esbuild rewrites imports only where it bundles; with every import external there is nothing to bundle.
    bundle: true,
    plugins: [
      {
        name: 'one file each',
        setup: ({ onResolve }) =>
          onResolve({ filter: /.*/ }, ({ kind, path, importer }) => {
            if (kind === 'entry-point') return undefined;
            if (BUNDLED.test(path)) {
              bundled.add(path);
              const folder = relative(dirname(importer), join(project, 'packages'));
              return { path: `${folder}/${path}.js`, external: true };
            }
            const isSuite = path === 'uvu' && importer !== join(project, NAMED_SUITE);
            const from = isSuite ? relative(dirname(importer), join(project, NAMED_SUITE)) : path;
            return { path: compiledName(isSuite ? `./${from}` : from), external: true };
          }),
      },
    ],
    logLevel: 'warning',
  });
  // In one build, so that each package is there once.
  await build({
    entryPoints: Object.fromEntries([...bundled].map((path) => [path, path])),
    absWorkingDir: project,
    outdir: join(compiled, 'packages'),
    format: 'esm',
    platform: 'node',
    target: 'node20',
    bundle: true,
    splitting: true,
    logLevel: 'warning',
  });
  // The product reads its version there.
  const manifest = join(project, 'package.json');
  if (existsSync(manifest)) copyFileSync(manifest, join(compiled, 'package.json'));
  return compiled;
}

function compiledName(path: string): string {
  return path.startsWith('.') ? path.replace(/\.ts$/, '.js') : path;
}

function typeScriptIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .map((path) => join(folder, path));
}
