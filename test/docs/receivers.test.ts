// runs in: test:all
// timeout: 600 s

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { httpPoster } from '../../src/adapters/http/poster.ts';
import { signedHeaders } from '../../src/dispatcher/sign.ts';
import { run } from '../clients/run.ts';
import { eventually } from '../e2e/eventually.ts';
import { freePort } from '../servers/servers.ts';
import { missingTool, type Tool } from '../support/missingTool.ts';
import { ROOT } from '../support/project.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { tlsFront } from '../support/tlsFront.ts';

/** The receivers of docs/webhooks.md, each in its own language, against posts of the service's own poster. */

const test = suite('docs/webhooks.md: receivers');
const RACK = join(ROOT, 'test', 'docs', 'rackServer.rb');
const page = readFileSync(join(ROOT, 'docs', 'webhooks.md'), 'utf8');
const SECRET = 'whsec_Qx4mYyYvPzZ4rT0m0yq3XK3o1vJm2rN8Qb5cW6dE7fg';

interface Language {
  readonly heading: string;
  readonly file: string;
  /** What it needs beyond node. */
  readonly tools: readonly Tool[];
  /** Made before it is started. */
  readonly build?: readonly [string, ...string[]];
  readonly start: (port: string) => readonly [string, ...string[]];
}

const LANGUAGES: readonly Language[] = [
  {
    ...{ heading: 'Node', file: 'receiver.mjs', tools: [] },
    start: () => [process.execPath, 'receiver.mjs'],
  },
  {
    ...{ heading: 'Python', file: 'receiver.py', tools: ['python3'] },
    start: () => ['python3', 'receiver.py'],
  },
  {
    ...{ heading: 'Go', file: 'receiver.go', tools: ['go'] },
    build: ['go', 'build', '-o', 'receiver', 'receiver.go'],
    start: () => ['./receiver'],
  },
  {
    ...{ heading: 'Ruby', file: 'config.ru', tools: ['ruby'] },
    start: () => ['ruby', RACK, 'config.ru'],
  },
  {
    ...{ heading: 'PHP', file: 'receiver.php', tools: ['php'] },
    start: (port) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
];

for (const language of LANGUAGES)
  test(`${language.heading}: what is signed is taken, and nothing else`, async () => {
    const missing = missingTool(...language.tools);
    if (missing !== null) return skipped(missing);
    const folder = temporaryFolder();
    writeFileSync(join(folder.path, language.file), programOf(language.heading));
    mkdirSync(join(folder.path, 'node_modules'));
    symlinkSync(ROOT, join(folder.path, 'node_modules', 'postledger'));
    if (language.build !== undefined) {
      const [builder, ...rest] = language.build;
      const built = await run(builder, rest, { cwd: folder.path });
      assert.is(built.code, 0, built.output);
    }
    await against(language, folder.path);
    folder.remove();
  });

/** The first program below a heading. */
function programOf(heading: string): string {
  const section = page.slice(page.indexOf(`\n### ${heading}\n`));
  return /```\w+\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
}

async function against(language: Language, folder: string): Promise<void> {
  const port = await freePort();
  const [program, ...args] = language.start(String(port));
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: SECRET };
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const front = await tlsFront(port);
  const poster = httpPoster({
    resolver: { resolve: async () => [] },
    addressAllowed: (address) => address === '127.0.0.1',
    ca: [front.ca],
  });
  try {
    await listening(child, port, () => output);
    const body = (id: string) =>
      JSON.stringify({ id, type: 'bounced', data: { recipient: 'zoë@acme.test' } });
    const post = async (id: string, headers: Record<string, string>, sent = body(id)) => {
      const outcome = await poster.post({ url: front.url, headers, body: sent, timeoutMs: 10_000 });
      return outcome.outcome === 'answered' ? outcome.status : outcome.reason;
    };
    const nowMs = Date.now();
    const signed = (id: string, secret = SECRET, atMs = nowMs) => signedHeaders(secret, id, atMs, body(id));

    assert.is(await post('good', signed('good')), 204, output);
    assert.is(await post('late', signed('late', SECRET, nowMs - 200_000)), 204);
    assert.is(await post('altered', signed('altered'), body('altered').replace('zoë', 'zoe')), 400);
    assert.is(await post('other-id', signed('good'), body('other-id')), 400);
    assert.is(await post('old', signed('old', SECRET, nowMs - 302_000)), 400);
    // A test may be slow, and what is in the future comes nearer.
    assert.is(await post('early', signed('early', SECRET, nowMs + 3_600_000)), 400);
    assert.is(await post('wrong', signed('wrong', `${SECRET}x`)), 400);
    const { 'webhook-signature': signature = '', ...unsigned } = signed('unsigned');
    assert.is(await post('unsigned', unsigned), 400);
    assert.is(await post('cut', { ...unsigned, 'webhook-signature': signature.slice(0, -1) }), 400);
    const { 'webhook-timestamp': _, ...timeless } = signed('timeless');
    assert.is(await post('timeless', timeless), 400);
    assert.is(await post('last', signed('last')), 204);
    await eventually('the last one is printed', () => output.includes('bounced last'));
  } finally {
    await poster.close();
    await front.close();
    child.kill('SIGKILL');
    await ended;
  }
  assert.equal(output.match(/bounced [\w-]+/g), ['bounced good', 'bounced late', 'bounced last'], output);
}

/** A program says in its own way, or not at all, that it listens: it is asked. */
async function listening(child: ChildProcess, port: number, output: () => string): Promise<void> {
  for (let look = 0; look < 600; look++) {
    if (child.exitCode !== null) break;
    if (await accepts(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the receiver does not listen: ${output()}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

test.run();
