import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { COMMAND_LINE, ROOT } from '../support/project.ts';

/** Writes what the commands print now into the page, instead of comparing it. */
const RECORD = process.env.TEST_RECORD === 'yes';
const BLOCKS = /^```console\n(.*?)^```$/gms;
const PRELUDE = `postledger() { node ${COMMAND_LINE.map((argument) => `'${argument}'`).join(' ')} "$@"; }\n`;

export interface SessionOptions {
  /** Where the commands run. */
  readonly cwd: string;
  /** May be extended by `afterBlock`. */
  readonly env: NodeJS.ProcessEnv;
  /** The text without what differs each time. */
  readonly compared: (text: string) => string;
  readonly afterBlock?: (block: string, printed: string) => void;
}

/** Runs the commands in the `console` blocks of a page of docs/, and compares what they print with what the page says. */
export async function runSession(
  name: string,
  { cwd, env, compared, afterBlock }: SessionOptions,
): Promise<void> {
  const path = join(ROOT, 'docs', name);
  const page = readFileSync(path, 'utf8');
  let now = page;
  for (const [whole, block = ''] of page.matchAll(BLOCKS)) {
    let text = '';
    for (const [, command = ''] of block.matchAll(/^\$ (.*)$/gm))
      text += `$ ${command}\n${await printedBy(command, cwd, env)}`;
    afterBlock?.(block, text);
    if (!RECORD) assert.is(compared(text), compared(block));
    now = now.replace(whole, () => `\`\`\`console\n${text}\`\`\``);
  }
  if (RECORD) writeFileSync(path, now);
}

function printedBy(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', `${PRELUDE}${command}`], {
      ...{ cwd, env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        // What a command says first: which service it has found.
        output += chunk.toString().replace(/^postledger: the service at .*\n/gm, '');
      });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}: ${output}`)),
    );
  });
}
