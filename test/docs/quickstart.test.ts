// runs in: test:all

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type HttpsReceiver, httpsReceiver } from '../support/httpsReceiver.ts';
import { missingTool } from '../support/missingTool.ts';
import { COMMAND_LINE, ROOT } from '../support/project.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { commandsIn } from './commands.ts';

const quickstart = suite('quickstart');
const page = readFileSync(join(ROOT, 'docs', 'quickstart.md'), 'utf8');
const commands = commandsIn(page);
const missing = missingTool('bash', 'curl');

const folder = temporaryFolder();
let receiver: HttpsReceiver;
let service: ServiceProcess;
let env: Record<string, string>;

// The commands run as they stand. Only where they lead is ours: curl also tells the status, and npm runs the source.
const PRELUDE = `
set -euo pipefail
curl() { command curl -sS -w '\\n%{http_code}' "$@"; }
npm() { shift 4; if [ "$1 \${2-}" = 'webhooks listen' ]; then listening "$@"; else postledger "$@"; fi; }
postledger() { node ${COMMAND_LINE.map((argument) => `'${argument}'`).join(' ')} "$@"; }
# As a reader: waits until it listens, and presses Ctrl-C.
listening() {
  exec 3< <(exec node ${COMMAND_LINE.map((argument) => `'${argument}'`).join(' ')} "$@" 2>&1)
  local pid=$! line
  read -r line <&3
  # What a command says first, on stderr: which service it has found, and where its own settings differ.
  while [[ $line == 'postledger: '* ]]; do read -r line <&3; done
  [[ $line == 'Events of workspace default, from now on.'* ]] || { echo "$line"; return 1; }
  kill -INT $pid
  cat <&3
}
`;

quickstart.before(async () => {
  receiver = await httpsReceiver();
  writeFileSync(join(folder.path, 'ca.pem'), receiver.ca);
  const settings = {
    POSTLEDGER_DATA: join(folder.path, 'data'),
    POSTLEDGER_LOG_LEVEL: 'warn',
    POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: join(folder.path, 'ca.pem'),
  };
  service = await startServiceProcess({ env: settings });
  const { port } = new URL(service.url);
  env = {
    ...settings,
    PATH: process.env.PATH ?? '',
    POSTLEDGER_PORT: port,
    ...{ URL: service.url, KEY: service.firstKey ?? '', HOOK_URL: receiver.url },
  };
});

quickstart.after(async () => {
  await service?.stop();
  await receiver?.close();
  folder.remove();
});

function run(script: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    // Without a pipe to its input, for which bash would read ~/.bashrc.
    const child = spawn('bash', ['-c', `${PRELUDE}${script}`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

quickstart('every command does what the page says', async () => {
  if (missing !== null) return skipped(missing);
  // The first block holds the reader's own values, which the environment has here.
  for (const { line, script, status, keep } of commands.slice(1)) {
    const where = `docs/quickstart.md:${line}`;
    const { code, stdout, stderr } = await run(script);
    assert.is(code, 0, `${where} ended with ${code}: ${stdout}${stderr}`);
    const isCall = /^curl /m.test(script);
    assert.is(status !== null, isCall, `${where}: a call says what it answers`);
    if (!isCall) continue;
    const [, body = '', answered] = /^(.*)\n(\d{3})$/s.exec(stdout) ?? [];
    assert.is(Number(answered), status, `${where} answered ${answered}: ${body}`);
    if (keep === null) continue;
    const kept = (JSON.parse(body) as Record<string, unknown>)[keep.field];
    assert.type(kept, 'string', `${where} has a ${keep.field}`);
    env[keep.variable] = String(kept);
  }
});

quickstart(
  'every page that names the sandbox addresses says why a second mail to bounce@ goes to nobody',
  async () => {
    const texts = ['docs/quickstart.md', 'docs/webhooks.md', 'src/api/openapi/prose.ts'].map((path) =>
      readFileSync(join(ROOT, path), 'utf8'),
    );
    for (const text of texts) assert.match(text, /bounce\+(?:1|label)@/);
  },
);

quickstart('every call of the interface is on the page', async () => {
  const answer = await fetch(`${service.url}/openapi.json`);
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
  const offered = Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
  const called = commands.slice(1).flatMap(({ script }) =>
    [...script.matchAll(/^curl (?:-X (\w+) )?"\$URL([^"?]+)[^"]*"(.*)/gms)].map(
      ([, method, path = '', rest = '']) => {
        const verb = method ?? (/\s-d\s/.test(rest) ? 'POST' : 'GET');
        return `${verb} ${path.replace(/\$\w+/g, '{id}')}`;
      },
    ),
  );
  assert.ok(offered.length >= 21, `${offered.length} calls are described`);
  assert.equal(
    offered.filter((call) => !called.includes(call)),
    [],
  );
});

quickstart.run();
