import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { nodeArguments } from './project.ts';

/** The EventStoreDB double as a process of its own, to be killed and stopped. */
export interface ChildDouble {
  readonly port: number;
  readonly url: string;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** SIGKILL, and the end of the process. */
  kill(): Promise<void>;
  /** Starts it again on the same port with the same data. */
  restart(): Promise<void>;
}

export async function childDouble(data: string): Promise<ChildDouble> {
  let child: ChildProcess;
  const start = async (port: number): Promise<number> => {
    const options = ['--port', String(port), '--data', data, '--not-ready-ms', '200'];
    const started = spawn(process.execPath, [...nodeArguments('test/double/main'), ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    for await (const line of createInterface({ input: started.stdout })) {
      const [word, at] = line.split(' ');
      if (word === 'listening') return Number(at);
    }
    throw new Error('the double did not start');
  };
  const port = await start(0);
  return {
    port,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    signal: (signal) => void child.kill(signal),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    restart: async () => void (await start(port)),
  };
}
