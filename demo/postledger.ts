import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The result of `npm ci` and `npm run build`: it starts faster than the source. */
export const BUILT_ENTRY = fileURLToPath(new URL('../dist/cli/postledger.js', import.meta.url));

/** Runs one command of the CLI next to the service and resolves with what it printed. */
export function postledger(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BUILT_ENTRY, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    let faults = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      faults += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(printed) : reject(new Error(faults || printed))));
  });
}
