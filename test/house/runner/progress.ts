import { inSource } from './inSource.ts';
import type { Summary } from './summary.ts';

/** After so long without a line the progress says what still runs. */
const SILENCE_MS = 10_000;

/** The lines that a person sees while the files run. */
export interface Progress {
  started(name: string): void;
  /** One line, `57 of 281 ok …`; below it the output of a file that failed. */
  ended(name: string, summary: Summary, output: string): void;
  stop(): void;
}

/**
 * @param count how many files there are
 * @param silenceMs how long it may be silent
 */
export function progress(
  count: number,
  print: (text: string) => void,
  silenceMs: number = SILENCE_MS,
): Progress {
  const startedMs = new Map<string, number>();
  const seconds = (name: string) => ((Date.now() - (startedMs.get(name) ?? Date.now())) / 1000).toFixed(1);
  let done = 0;
  const timer = setInterval(() => {
    const running = [...startedMs.keys()].map((name) => `${name} (${seconds(name)} s)`);
    if (running.length > 0) print(`still running: ${running.join(', ')}\n`);
  }, silenceMs);
  return {
    started: (name) => void startedMs.set(name, Date.now()),
    ended(name, { passed, failed, faults }, output) {
      // A file that runs again is counted once.
      done = Math.min(done + 1, count);
      const place = `${done} of ${count}`.padStart(`${count} of ${count}`.length);
      print(`${place} ${failed === 0 ? 'ok  ' : 'FAIL'} ${name} (${passed} passed, ${seconds(name)} s)\n`);
      startedMs.delete(name);
      timer.refresh();
      if (failed > 0)
        print(`${inSource(output.trimEnd())}\n${faults.map((fault) => `  ${name} ${fault}\n`).join('')}\n`);
    },
    stop: () => clearInterval(timer),
  };
}
