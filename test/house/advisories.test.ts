import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '../support/project.ts';

/** `npm audit` asks a registry; this file is what it said, for builds without one (`npm audit --json | npm run advisories`). */
const test = suite('issue 50, 5: no package has a fault that is known');

interface Advisory {
  readonly id: string;
  readonly name: string;
  readonly range: string;
  readonly source: string;
}

const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as unknown;

function compared(one: string, other: string): number {
  const parts = (version: string) => (version.split('-')[0] ?? '').split('.').map(Number);
  const [left, right] = [parts(one), parts(other)];
  return left.map((part, at) => part - (right[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Of ranges as npm writes them in advisories: comparators, those of one set apart by spaces, sets by `||`. */
function isIn(version: string, range: string): boolean {
  return range.split('||').some((set) =>
    [...set.matchAll(/(<=|>=|<|>|=)?\s*(\d[\w.-]*|\*)/g)].every(([, sign = '=', bound = '*']) => {
      if (bound === '*') return true;
      const order = compared(version, bound);
      const isRight = {
        '<': order < 0,
        '<=': order <= 0,
        '>': order > 0,
        '>=': order >= 0,
        '=': order === 0,
      };
      return isRight[sign as keyof typeof isRight];
    }),
  );
}

function faulty(packages: Readonly<Record<string, { readonly version?: string }>>): string[] {
  const advisories = read('tools/advisories.json') as readonly Advisory[];
  return Object.entries(packages).flatMap(([path, { version }]) => {
    const name = path.split('node_modules/').at(-1);
    return advisories
      .filter((one) => one.name === name && version !== undefined && isIn(version, one.range))
      .map(({ id }) => `${path} ${version}: ${id}`);
  });
}

test('of those that the lock file names', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, { version?: string }> };
  assert.ok(Object.keys(packages).length > 100);
  assert.equal(faulty(packages), []);
});

test('each says what it is about, in the form that is read, and where that was published', () => {
  const comparator = /(?:<=|>=|<|>|=)\d+\.\d+\.\d+/.source;
  const form = new RegExp(`^${comparator}(?: ${comparator})?(?: \\|\\| ${comparator}(?: ${comparator})?)*$`);
  for (const { id, name, range, source } of read('tools/advisories.json') as readonly Advisory[]) {
    assert.match(range, form, `${id} of ${name}`);
    assert.match(source, /^https:\/\/(github\.com\/advisories|nvd\.nist\.gov\/vuln\/detail)\//);
    assert.ok(source.endsWith(`/${id}`), source);
  }
});

test('and one would be found, wherever it is', () => {
  for (const [path, version, id] of [
    ['node_modules/a/node_modules/nodemailer', '7.0.6', 'GHSA-mm7p-fcc7-pg87'],
    ['node_modules/fastify', '5.3.1', 'GHSA-mg2h-6x62-wpwc'],
    ['node_modules/undici', '7.2.2', 'GHSA-c76h-2ccp-4975'],
    ['node_modules/b/node_modules/undici', '6.21.0', 'GHSA-c76h-2ccp-4975'],
    ['node_modules/@fastify/static', '10.1.0', 'GHSA-83w8-p2f5-377r'],
    ['node_modules/smtp-server', '3.18.2', 'CVE-2026-38728'],
    ['node_modules/@grpc/grpc-js', '1.14.4', 'GHSA-m9gg-hp2v-232j'],
  ] as const)
    assert.ok(faulty({ [path]: { version } }).includes(`${path} ${version}: ${id}`), `${path} ${version}`);
  for (const [version, range, is] of [
    ['5.3.0', '>=5.0.0 <5.3.1', true],
    ['5.3.1', '>=5.0.0 <5.3.1', false],
    ['4.9.9', '>=5.0.0 <5.3.1', false],
    ['1.0.0', '<=1.0.0', true],
    ['2.0.1', '<1.2.0 || >=2.0.0 <2.0.2', true],
    ['1.10.0', '<1.9.0', false],
    ['9.9.9', '*', true],
    ['1.2.3', '=1.2.3', true],
  ] as const)
    assert.is(isIn(version, range), is, `${version} in ${range}`);
});

test.run();
