import { readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';

// The command line and the background process of dist/ as a few files: Node takes a millisecond for each file that it loads,
// and either would load a thousand. Threads and other processes that are started by their file stay as tsc has written them.

const CHUNKS = 'bundle';
/** Packages of many small files, or that every command needs; all others are loaded from node_modules as ever. */
const BUNDLED = [
  ...['typebox', '@fastify/type-provider-typebox', 'fastify', 'ajv', 'ajv-formats', 'undici', 'yaml'],
  ...['htmlparser2', 'domhandler', 'dom-serializer', 'domutils', 'entities', 'libphonenumber-js', 'diff'],
  ...['prom-client', 'commander', 'ipaddr.js', 'string-width'],
];

const { outputs } = (
  await build({
    entryPoints: ['src/cli/postledger.ts', 'src/main/background/backgroundProcess.ts'],
    outbase: 'src',
    outdir: 'dist',
    chunkNames: `${CHUNKS}/[hash]`,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    // For what the packages of CommonJS require of Node.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    allowOverwrite: true,
    metafile: true,
    logLevel: 'warning',
    plugins: [
      {
        name: 'packages and places',
        setup(bundle) {
          bundle.onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
            const isOurs = !importer.includes('node_modules');
            const name = path.startsWith('@') ? path.split('/').slice(0, 2).join('/') : path.split('/')[0];
            return isOurs && !BUNDLED.includes(name ?? '') && !path.startsWith('node:')
              ? { path, external: true }
              : undefined;
          });
          // What a file finds next to itself stays next to the file that tsc has written.
          bundle.onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
            const text = await readFile(path, 'utf8');
            if (!text.includes('import.meta.url')) return undefined;
            const own = relative('src', path).replace(/\.ts$/, '.js');
            const place = `import.meta.url.replace(/(.+\\/dist\\/).+/, '$1${own}')`;
            return { contents: text.replaceAll('import.meta.url', () => place), loader: 'ts' };
          });
        },
      },
    ],
  })
).metafile;
// Afterwards, and those alone: another build of the same sources, next to this one, writes the same names.
for (const name of readdirSync(join('dist', CHUNKS)))
  if (!(join('dist', CHUNKS, name) in outputs)) rmSync(join('dist', CHUNKS, name), { force: true });
console.log(`${Object.keys(outputs).length / 2} files in dist/${CHUNKS}`);
