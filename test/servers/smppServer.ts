import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { programInPath } from '../support/missingTool.ts';
import { ROOT } from '../support/project.ts';
import { fileSkipped } from '../support/skipped.ts';
import { freePort } from './servers.ts';

/** A line that the server printed. */
export type SmppLine = Readonly<Record<string, unknown>>;

/** An SMPP server by another author than our client's; every submission that it takes it confirms. */
export interface SmppServer {
  readonly url: string;
  readonly lines: SmppLine[];
  /** Sends an inbound message. Numbers without a plus. */
  deliver(from: string, to: string, text: string): void;
  stop(): Promise<void>;
}

const BIN = join(ROOT, 'test', 'servers', 'bin');

function whyMissing(): string | null {
  if (!existsSync(join(BIN, 'classes', 'SmppServerMain.class')))
    return 'the SMPP server is not built (run test/servers/build.sh; it needs a JDK and Maven)';
  if (programInPath('java') === null) return 'java is not installed (apt-get install default-jre-headless)';
  return null;
}

/**
 * Starts it, or ends the process with the whole test file as skipped; in CI a missing one is an error. To be called
 * before a suite is registered.
 */
export async function requiresSmppServer(): Promise<SmppServer> {
  const reason = whyMissing();
  if (reason !== null && process.env.CI) throw new Error(reason);
  if (reason !== null) return fileSkipped(reason);
  const port = await freePort();
  const classPath = [join(BIN, 'classes'), join(BIN, 'jars', '*')].join(delimiter);
  const options = ['-Xmx64m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
  const child = spawn('java', [...options, '-cp', classPath, 'SmppServerMain', `${port}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const lines: SmppLine[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const told = JSON.parse(line) as SmppLine;
      if (told.listening === true) resolve();
      else lines.push(told);
    });
    void ended.then(() => reject(new Error('the SMPP server ended')));
  });
  return {
    url: `smpp://tester:secret@127.0.0.1:${port}`,
    lines,
    deliver: (from, to, text) => child.stdin.write(`${from} ${to} ${text}\n`),
    async stop() {
      child.stdin.end();
      child.kill('SIGKILL');
      await ended;
    },
  };
}
