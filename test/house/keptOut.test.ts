import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '../support/project.ts';

const test = suite('issue 27, 8: secrets stay out of repositories, images and packages');

const linesOf = (name: string) => readFileSync(join(ROOT, name), 'utf8').split('\n');

test('git ignores the data folder and .env, with its master key', () => {
  const ignored = linesOf('.gitignore');
  for (const entry of ['data/', '.env']) assert.ok(ignored.includes(entry), entry);
});

test('so do images, and single keys too', () => {
  const ignored = linesOf('.dockerignore');
  for (const entry of ['data', '.env', 'first.key', 'master.key']) assert.ok(ignored.includes(entry), entry);
});

test('the package has what was built and its documents alone', () => {
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    files: readonly string[];
  };
  assert.equal(files, ['dist', 'docs', 'THIRD-PARTY.md']);
});

/** Paths of what was built: the repository has no JavaScript of its own but this. */
const isBuilt = (path: string) =>
  path !== '.dependency-cruiser.cjs' &&
  (/\.([cm]?js|jsx|map|tsbuildinfo|pyc|class)$/.test(path) ||
    path.split('/').some((name) => /^(dist|build|out|coverage|__pycache__)$/.test(name)));

test('issue 50, 8: nothing that was built is committed', () => {
  const built = committed().filter(isBuilt);
  assert.equal(
    built.slice(0, 10),
    [],
    `${built.length} files: remove them, or have .gitignore name their folder`,
  );
});

test('a compiled copy is known by its names, whatever its folder is called', () => {
  const names = [
    'bx/bench/accept.js',
    'bx/bench/accept.js.map',
    'dist/x.json',
    'tools/out/x',
    'a/b.mjs',
    'x.tsbuildinfo',
  ];
  assert.equal(names.filter(isBuilt), names);
  assert.not.ok(['src/builder.ts', 'docs/map.md', 'test/house/keptOut.test.ts', 'demo/x.json'].some(isBuilt));
});

/** What git has, or would take: where git itself is missing, all but what it is told to ignore. */
function committed(): readonly string[] {
  const ignored = linesOf('.gitignore').map((line) => line.replace('/', ''));
  try {
    const options = {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 2 ** 28,
    } as const;
    return execFileSync('git', ['-c', 'safe.directory=*', 'ls-files', '-z'], options)
      .split('\0')
      .filter(Boolean);
  } catch {
    const entries = readdirSync(ROOT, { withFileTypes: true }).filter(
      ({ name }) => name !== '.git' && !ignored.includes(name),
    );
    return entries.flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(join(ROOT, entry.name), { recursive: true, encoding: 'utf8' }).map(
            (path) => `${entry.name}/${path}`,
          )
        : [entry.name],
    );
  }
}

test.run();
