import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const START_MS = 120_000;
const EMAIL = {
  from: 'hello@acme.test',
  to: 'transactional@example.com',
  subject: 'Hello',
  text: 'It works.',
};

/**
 * Starts a released program on an empty data folder, has it take a mail, and stops it.
 * @param path the only PATH that it has
 * @throws Error with what it printed, when it does not
 */
export async function checkServes(program: string, path: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'postledger-release-'));
  const data = join(home, 'data');
  const settings = { POSTLEDGER_DATA: data, POSTLEDGER_PORT: '0', POSTLEDGER_CONSOLE_PORT: 'off' };
  const child = spawn(program, ['serve'], { cwd: home, env: { PATH: path, HOME: home, ...settings } });
  let said = '';
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(`${code ?? signal}`));
  });
  const url = new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('it did not start in time')), START_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk;
        const found = /listening on (http:\/\/\S+)/i.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
    void ended.then((how) => reject(new Error(`it ended with ${how}`))).finally(() => clearTimeout(late));
  });
  try {
    const answer = await fetch(`${await url}/v1/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${readFileSync(join(data, 'first.key'), 'utf8').trim()}`,
        ...{ 'content-type': 'application/json', 'idempotency-key': 'release' },
      },
      body: JSON.stringify(EMAIL),
    });
    if (answer.status !== 202) throw new Error(`it answers a mail with ${answer.status}`);
    child.kill('SIGTERM');
    const how = await ended;
    if (how !== '0') throw new Error(`it stopped with ${how}`);
  } catch (error) {
    throw new Error(`${program}: ${(error as Error).message}\n${said}`);
  } finally {
    child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
}
