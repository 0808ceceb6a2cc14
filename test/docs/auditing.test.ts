// runs in: test:all

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { missingTool } from '../support/missingTool.ts';
import { COMMAND_LINE, ROOT } from '../support/project.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { disputedMessage } from './disputedMessage.ts';

const test = suite('auditing.md');
const PAGE = join(ROOT, 'docs', 'auditing.md');
/** Writes what the commands print now into the page, instead of comparing it. */
const RECORD = process.env.TEST_RECORD === 'yes';
const BLOCKS = /^```console\n(.*?)^```$/gms;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const PRELUDE = `postledger() { node ${COMMAND_LINE.map((argument) => `'${argument}'`).join(' ')} "$@"; }\n`;

/** What a block's commands print, each after the command. */
async function recorded(block: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  let text = '';
  for (const [, command = ''] of block.matchAll(/^\$ (.*)$/gm))
    text += `$ ${command}\n${await ran(command, cwd, env)}`;
  return text;
}

function ran(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', `${PRELUDE}${command}`], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}: ${output}`)),
    );
  });
}

/** The text without what differs each time: ids, hashes, keys, times, counts, and the widths of columns. */
function compared(text: string): string {
  const names = new Map<string, string>();
  const named = (found: string) => {
    if (!names.has(found)) names.set(found, `NAME-${'x'.repeat(names.size)}`);
    return names.get(found) ?? '';
  };
  return text
    .replace(UUID, named)
    .replace(/\b[0-9a-f]{64}\b/g, named)
    .replace(/[A-Za-z0-9+/]{43}=/g, named)
    .replace(/<[^>]*@[^>]*>|\bb\.\S+@\S+/g, 'ADDRESS')
    .replace(/\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?/g, 'TIME')
    .replace(/\+\d+(\.\d+)? (ms|s|min \d+ s)/g, 'LATER')
    .replace(/\d+/g, 'N')
    .replace(/[ \t]+/g, ' ')
    .replace(/-{2,}/g, '-');
}

test('the recorded session is what the commands print', async () => {
  const missing = missingTool('bash', 'python3');
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const { env: settings, stop } = await disputedMessage(folder.path);
  const page = readFileSync(PAGE, 'utf8');
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, ...settings };
  let now = page;
  try {
    for (const [whole, block = ''] of page.matchAll(BLOCKS)) {
      const text = await recorded(block, folder.path, env);
      // What the reader copies from what was printed.
      if (block.includes('messages find')) env.MESSAGE = text.match(UUID)?.[0];
      if (block.includes('audit key')) env.KEY = /^[A-Za-z0-9+/]{43}=$/m.exec(text)?.[0];
      if (!RECORD) assert.is(compared(text), compared(block));
      now = now.replace(whole, () => `\`\`\`console\n${text}\`\`\``);
    }
  } finally {
    await stop();
    folder.remove();
  }
  assert.ok(env.MESSAGE !== undefined && env.KEY !== undefined);
  if (RECORD) writeFileSync(PAGE, now);
});

test.run();
