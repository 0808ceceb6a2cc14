// runs in: test:all
// timeout: 1200 s

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Ran, run } from '../clients/run.ts';
import { missingTool } from '../support/missingTool.ts';
import { ROOT } from '../support/project.ts';
import { pythonEnvironment } from '../support/pythonEnvironment.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { skipped } from '../support/skipped.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporaryFolder.ts';

/** The programs of docs/clients.md, as they stand, against the service. */

interface Context {
  folder: TemporaryFolder;
  service: ServiceProcess;
  env: Record<string, string>;
}

const test = suite<Context>('docs/clients.md');
const page = readFileSync(join(ROOT, 'docs', 'clients.md'), 'utf8');
const block = (language: string) =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(page)?.[1] ?? '';
const RELEASES = ['20.19.0', '22', '24'];
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENOTCACHED|ETIMEDOUT/;

test.before(async (context) => {
  context.folder = temporaryFolder();
  const data = join(context.folder.path, 'data');
  context.service = await startServiceProcess({
    env: { POSTLEDGER_DATA: data, POSTLEDGER_LOG_LEVEL: 'warn' },
  });
  context.env = { POSTLEDGER_URL: context.service.url, POSTLEDGER_KEY: context.service.firstKey ?? '' };
});
test.after(async ({ service, folder }) => {
  await service.stop();
  folder.remove();
});

/** The packed package in a folder of its own, without any other. */
async function installed({ path }: TemporaryFolder): Promise<string> {
  const [packs, home] = [join(path, 'packs'), join(path, 'program')];
  const own = join(home, 'node_modules', 'postledger');
  mkdirSync(packs);
  mkdirSync(own, { recursive: true });
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', packs], { cwd: ROOT });
  assert.is(packed.code, 0, packed.output);
  const [file = ''] = readdirSync(packs);
  const unpacked = await run('tar', ['-xzf', join(packs, file), '--strip-components=1', '-C', own]);
  assert.is(unpacked.code, 0, unpacked.output);
  return home;
}

test('TypeScript: it compiles, and runs in Node 20, 22 and 24', async ({ folder, env }) => {
  const missing = missingTool('npm', 'tar');
  if (missing !== null) return skipped(missing);
  const home = await installed(folder);
  writeFileSync(join(home, 'package.json'), '{"type":"module"}');
  writeFileSync(join(home, 'program.ts'), block('ts'));
  mkdirSync(join(home, 'node_modules', '@types'));
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(join(ROOT, 'node_modules', name), join(home, 'node_modules', name));
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node', 'program.ts'];
  const compiled = await run(process.execPath, [compiler, ...options], { cwd: home });
  assert.is(compiled.code, 0, compiled.output);
  for (const release of RELEASES) {
    const place = join(folder.path, `node ${release}`);
    const install = ['install', '--prefix', place, '--no-audit', '--no-fund', '--no-save', `node@${release}`];
    const got = await run('npm', install);
    if (UNREACHABLE.test(got.output)) return skipped('npm reaches no registry: connect the machine to one');
    assert.is(got.code, 0, got.output);
    const ran = await run(join(place, 'node_modules', 'node', 'bin', 'node'), ['program.js'], {
      cwd: home,
      env,
    });
    assert.is(ran.code, 0, ran.output);
    const lines = ran.stdout.split('\n');
    assert.match(lines[0] ?? '', /^queued [0-9a-f-]{36}$/);
    assert.is(lines[1], 'ann@customer.test');
    assert.match(lines.slice(2).join('\n'), /^validation_failed \[\s*\{\s*path: '\/to'/);
  }
  await staysAtItsAddress(home);
});

/** Where the network itself follows redirections, only a real one shows that the client does not. */
async function staysAtItsAddress(home: string): Promise<void> {
  const asked: string[] = [];
  const elsewhere = await listening((request, response) => {
    asked.push(`${request.method} ${request.headers.authorization}`);
    response.end('{}');
  });
  const front = await listening((request, response) => {
    response.writeHead(307, { location: `${elsewhere.url}${request.url}` }).end();
  });
  const env = { POSTLEDGER_URL: front.url, POSTLEDGER_KEY: 'pl_a' };
  const ran: Ran = await run(process.execPath, ['program.js'], { cwd: home, env });
  assert.match(ran.output, 'unexpected_answer');
  assert.equal(asked, []);
  await front.close();
  await elsewhere.close();
}

async function listening(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test('Python: openapi-generator makes a client, which sends', async ({ folder, env }) => {
  const missing = missingTool('bash');
  if (missing !== null) return skipped(missing);
  const place = join(folder.path, 'python');
  const without = await pythonEnvironment(place, ['setuptools']);
  if (without !== null) return skipped(without);
  writeFileSync(join(place, 'program.py'), block('python'));
  const around = {
    ...env,
    PATH: `${join(place, 'bin')}:${process.env.PATH}`,
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
  };
  const made = await run('bash', ['-euc', block('sh')], { cwd: place, env: around });
  assert.is(made.code, 0, made.output);
  const ran = await run(join(place, 'bin', 'python'), ['program.py'], { cwd: place, env: around });
  assert.is(ran.code, 0, ran.output);
  assert.match(ran.stdout, /^queued [0-9a-f-]{36}\n404 \{"error":\{"code":"not_found"/);
});

test.run();
