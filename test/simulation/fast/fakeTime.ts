import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programInPath } from '../../support/missingTool.ts';

/** Where Debian and Ubuntu put libfaketime, by the name of the machine's architecture. */
const LIBRARY_FOLDERS = ['x86_64-linux-gnu', 'aarch64-linux-gnu', 'arm-linux-gnueabihf'];

/** How many seconds of life pass in a second. */
const RATE = 60;

/** Why time can't run faster here, and how to get it; null where it can. */
export function missingFakeTime(): string | null {
  if (process.platform !== 'linux') return `this is ${process.platform} (run it on Linux)`;
  if (programInPath('faketime') !== null && libraryPath() !== null) return null;
  return 'faketime is not installed, without which time cannot run faster (apt-get install faketime)';
}

function libraryPath(): string | null {
  const paths = LIBRARY_FOLDERS.map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`);
  return paths.find((path) => existsSync(path)) ?? null;
}

/** The time of the world, which the processes of one service at a time live in. */
export interface FakeTime {
  /** The date of the world: milliseconds since 1970. It never goes back. */
  nowMs(): number;
  /** From now on a second is a minute. */
  fast(): void;
  /**
   * The environment of a process that starts now, and of all that it starts. From now on a second takes a second: some
   * time-outs of a start are its libraries' own, and short.
   */
  processEnv(): Readonly<Record<string, string>>;
  /** The environment of a command: it starts with the date of now, and its time passes at ordinary speed. */
  commandEnv(): Readonly<Record<string, string>>;
  /** To be called with the id of a process that was killed: it leaves shared memory, which would break a later one. */
  forgetProcess(pid: number): void;
  /** Waits so many milliseconds of the world. */
  sleep(ms: number): Promise<void>;
}

/**
 * The time of the world begins with the date of the machine. libfaketime computes date and monotonic time alike as a
 * date written in a file plus the time since the first process began, times the rate; children count from the same
 * moment (FAKETIME_DONT_RESET). When the rate changes, the date in the file changes with it, so that the line goes on
 * where it was. A process reads the file again after a second, and steps ahead by up to a minute then.
 * @param folder for the files that libfaketime reads
 */
export function fakeTime(folder: string): FakeTime {
  const file = join(folder, 'faketime');
  const library = libraryPath() ?? '';
  let rate = 1;
  let sinceReal = performance.now();
  let baseMs = Date.now();
  let processBeganReal = sinceReal;
  let commands = 0;

  const nowMs = () => baseMs + (performance.now() - sinceReal) * rate;
  const rebase = (ms: number, newRate: number) => {
    baseMs = ms;
    sinceReal = performance.now();
    rate = newRate;
  };
  const preload = (path: string) => ({
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: path,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_RESET: '1',
    // Times of files stay the machine's: they are only compared with each other.
    NO_FAKE_STAT: '1',
    TZ: 'UTC',
  });

  return {
    nowMs,
    fast() {
      // libfaketime counts from the process's beginning: the date that leads to now at the new rate.
      const beganMs = nowMs() - (performance.now() - processBeganReal) * RATE;
      const wholeMs = wholeSecond(beganMs);
      writeFileSync(file, `${dateText(wholeMs)} x${RATE}\n`);
      rebase(nowMs() + wholeMs - beganMs, RATE);
    },
    processEnv() {
      const ms = wholeSecond(nowMs());
      writeFileSync(file, `${dateText(ms)} x1\n`);
      rebase(ms, 1);
      processBeganReal = sinceReal;
      return preload(file);
    },
    commandEnv() {
      commands += 1;
      const path = `${file}-command-${commands}`;
      writeFileSync(path, `${dateText(wholeSecond(nowMs()))} x1\n`);
      return preload(path);
    },
    forgetProcess(pid) {
      for (const name of [`faketime_shm_${pid}`, `sem.faketime_sem_${pid}`])
        rmSync(join('/dev/shm', name), { force: true });
    },
    async sleep(ms) {
      const untilMs = nowMs() + ms;
      for (let leftMs = ms; leftMs > 0; leftMs = untilMs - nowMs())
        await new Promise((resolve) => setTimeout(resolve, Math.min(leftMs / rate, 100)));
    },
  };
}

/** The file holds whole seconds; the next one, since time must not go back. */
const wholeSecond = (ms: number) => Math.ceil(ms / 1_000) * 1_000;

/** `@2026-03-01 06:00:00`: begin with this date. */
const dateText = (ms: number) => `@${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}`;
