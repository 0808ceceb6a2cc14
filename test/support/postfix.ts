import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../e2e/eventually.ts';
import { missingTool } from './missingTool.ts';

/** A Postfix of its own: its settings, queue and log are in one folder, and no other Postfix of the machine is touched. */
export interface Postfix {
  /** Of its first process; all others are children of that one. */
  readonly pid: number;
  /** The folder of its settings, for `sendmail -C`. */
  readonly settings: string;
  /** What it has logged. */
  log(): string;
  stop(): void;
}

/** What it needs to send what it was given; none of it in a chroot. */
const SERVICES = [
  'pickup unix n - n 1 1 pickup',
  'cleanup unix n - n - 0 cleanup',
  'qmgr unix n - n 300 1 qmgr',
  'rewrite unix - - n - - trivial-rewrite',
  'bounce unix - - n - 0 bounce',
  'defer unix - - n - 0 bounce',
  'trace unix - - n - 0 bounce',
  'smtp unix - - n - - smtp',
  'error unix - - n - - error',
  'postlog unix-dgram n - n - 1 postlogd',
  'tlsmgr unix - - n 1000? 1 tlsmgr',
  'anvil unix - - n - 1 anvil',
  'scache unix - - n - 1 scache',
];

/** Why no Postfix can be started here; null when one can. */
export function missingPostfix(): string | null {
  const missing = missingTool('postfix');
  if (missing !== null) return missing;
  return process.getuid?.() === 0 ? null : 'postfix starts as root alone (run as root)';
}

/**
 * Starts Postfix in an empty folder that others may enter, and resolves when it runs.
 * @param relayPort where on this machine it sends all mail
 * @param settings lines of main.cf besides those that place it in the folder
 * @param services lines of master.cf besides those that a sender needs, such as a listener
 */
export async function startPostfix(
  folder: string,
  relayPort: number,
  settings: Readonly<Record<string, string>>,
  services: readonly string[] = [],
): Promise<Postfix> {
  const at = (name: string) => join(folder, name);
  chmodSync(folder, 0o755);
  for (const name of ['etc', 'spool', 'data']) mkdirSync(at(name));
  const all = {
    compatibility_level: '3.6',
    queue_directory: at('spool'),
    data_directory: at('data'),
    maillog_file: at('log'),
    maillog_file_prefixes: folder,
    inet_interfaces: '127.0.0.1',
    mydestination: '',
    myhostname: 'client.test',
    relayhost: `[127.0.0.1]:${relayPort}`,
    smtputf8_enable: 'no',
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(at('etc/main.cf'), `${lines.join('\n')}\n`);
  writeFileSync(at('etc/master.cf'), `${[...SERVICES, ...services].join('\n')}\n`);
  spawnSync('chown', ['postfix', at('data')]);
  const master: ChildProcess = spawn('postfix', ['-c', at('etc'), 'start-fg'], { stdio: 'ignore' });
  const log = () => (existsSync(at('log')) ? readFileSync(at('log'), 'utf8') : '');
  const stop = () => void spawnSync('postfix', ['-c', at('etc'), 'stop']);
  try {
    await eventually('postfix runs', () => log().includes('daemon started'), 30_000);
  } catch (error) {
    stop();
    throw new Error(`${error}\n${log()}`);
  }
  return { pid: master.pid ?? 0, settings: at('etc'), log, stop };
}
