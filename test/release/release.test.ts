// runs in: test:all
// timeout: 3600 s

import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signedHeaders } from '../../src/dispatcher/sign.ts';
import { type Ran, run } from '../clients/run.ts';
import { missingTool } from '../support/missingTool.ts';
import { ROOT } from '../support/project.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** `npm run release`, all but the pushing, and what it made. */

const test = suite('npm run release');
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENOTCACHED|ETIMEDOUT/;
const home = temporaryFolder();
const out = join(home.path, 'out');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
let made: Ran;

test.after(() => home.remove());

test('it makes and checks everything, and signs it', async () => {
  const missing = missingTool('npm', 'tar', 'git');
  if (missing !== null) return skipped(missing);
  const key = join(home.path, 'throwaway.pem');
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  made = await run('npm', ['run', '-s', 'release', '--', '--out', out, '--key', key, '--uncommitted'], {
    cwd: ROOT,
  });
  if (UNREACHABLE.test(made.output)) return skipped('npm reaches no registry: connect the machine to one');
  assert.is(made.code, 0, made.output);
  assert.equal(readdirSync(out).sort(), [
    'NOTES.md',
    'SHA256SUMS',
    'SHA256SUMS.pub',
    'SHA256SUMS.sig',
    `postledger-${version}-linux-arm64.tar.gz`,
    `postledger-${version}-linux-x64.tar.gz`,
    `postledger-${version}.cdx.json`,
    `postledger-${version}.tgz`,
    `postledger-webhooks-${version}.tgz`,
  ]);
  const checked = await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out });
  assert.is(checked.code, 0, checked.output);
  if (process.arch === 'x64') assert.match(made.output, 'linux-x64.tar.gz: it starts without node and npm');
});

/** Of the packages that were made; nothing to look at where none was. */
const isMade = () => made?.code === 0;

test('the bundle for arm64 has that Node, and native code for it', async () => {
  if (!isMade()) return;
  const own = `postledger-${version}-linux-arm64`;
  const unpacked = await run('tar', ['-xzf', join(out, `${own}.tar.gz`), '-C', home.path]);
  assert.is(unpacked.code, 0, unpacked.output);
  const node = readFileSync(join(home.path, own, 'bin', 'node')).subarray(0, 20);
  assert.equal([node.toString('latin1', 1, 4), node.readUInt16LE(18)], ['ELF', 183], 'AArch64');
  const prebuilt = join(home.path, own, 'lib', 'node_modules', '@photostructure', 'sqlite', 'prebuilds');
  assert.ok(readdirSync(join(prebuilt, 'linux-arm64')).length > 0);
});

test('the bill of materials has every package that the service runs with, by name, version and hash', () => {
  if (!isMade()) return;
  interface Component {
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly hashes?: readonly object[];
  }
  const bom = JSON.parse(readFileSync(join(out, `postledger-${version}.cdx.json`), 'utf8')) as {
    readonly bomFormat: string;
    readonly components: readonly Component[];
    readonly metadata: { readonly component: Component };
  };
  assert.is(bom.bomFormat, 'CycloneDX');
  assert.is(bom.metadata.component.purl, `pkg:npm/postledger@${version}`);
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { name?: string; version: string; dev?: boolean; link?: boolean }>;
  };
  const named = new Set(bom.components.map((one) => `${one.name} ${one.version}`));
  const missing = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, one]) => `${one.name ?? path.split('node_modules/').at(-1)} ${one.version}`)
    .filter((name) => !named.has(name));
  assert.equal(missing, []);
  const unhashed = bom.components.filter((one) => one.purl.startsWith('pkg:npm/') && !one.hashes?.length);
  assert.equal(unhashed, []);
  assert.ok(named.has('node 24.21.0'));
});

/** Programs that run JavaScript, from the registry of npm. */
const RUNTIMES = [
  ['Node', null, [process.execPath]],
  ['Deno', 'deno@2.9.6', ['deno', 'run', '--allow-read', '--allow-env']],
  ['Bun', 'bun@1.4.5', ['bun']],
] as const;

const RECEIVER = `
import { verifyWebhookAsync, WebhookRefused } from 'postledger-webhooks';
import { readFileSync } from 'node:fs';
const { headers, body, secret } = JSON.parse(readFileSync('webhook.json', 'utf8'));
const event = await verifyWebhookAsync(new TextEncoder().encode(body), new Headers(headers), ['whsec_old', secret]);
const refused = await verifyWebhookAsync(body + ' ', headers, secret).catch((error) => error);
console.log([event.type, refused instanceof WebhookRefused, refused.reason].join(" "));
`;

for (const [name, program, command] of RUNTIMES)
  test(`postledger-webhooks verifies in ${name}`, async () => {
    if (!isMade()) return;
    const cwd = join(home.path, name);
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'package.json'), '{"private":true,"type":"module"}');
    const wanted = [join(out, `postledger-webhooks-${version}.tgz`), ...(program === null ? [] : [program])];
    const installed = await run('npm', ['install', '--no-audit', '--no-fund', ...wanted], { cwd });
    if (UNREACHABLE.test(installed.output))
      return skipped('npm reaches no registry: connect the machine to one');
    assert.is(installed.code, 0, installed.output);
    const body = JSON.stringify({ id: 'e', type: 'delivered', data: { recipient: 'zoë@example.org' } });
    const headers = signedHeaders('whsec_a', 'e', Date.now(), body);
    writeFileSync(join(cwd, 'webhook.json'), JSON.stringify({ headers, body, secret: 'whsec_a' }));
    writeFileSync(join(cwd, 'receiver.js'), RECEIVER);
    const [first, ...rest] = command;
    const path = `${join(cwd, 'node_modules', '.bin')}:${process.env.PATH}`;
    const ran = await run(first, [...rest, 'receiver.js'], { cwd, env: { PATH: path } });
    assert.is(ran.stdout, 'delivered true signature\n', ran.output);
  });

test.run();
