import { untilTick } from '../../../ports/clock.ts';
import { fileWatch } from '../../node/fileWatch.ts';
import { systemClock } from '../../node/systemClock.ts';

/**
 * How often the log's end is read for other processes' events: a process that is woken forty times a second needs half a percent
 * of a core. The operating system tells an idle one when the file is written: only where it can't, such as on a network's
 * disk, is an event late.
 */
const LOOK_EVERY_MS = 25;
/** Where another process says what it writes, as the two of a service do: only those who say nothing are looked for. */
const LOOK_EVERY_TOLD_MS = 75;
const TOLD_MS = 60_000;
/** After an idle one was told that the file is written: what a command did is known here before its user goes on. */
const LOOK_EVERY_WRITTEN_MS = 3;
const WRITTEN_MS = 50;
const LOOK_EVERY_IDLE_MS = 1_000;
/** Of a log that has not grown for so long: its looks are few, and begin together with what else is done each second. */
const IDLE_AFTER_MS = 250;

/**
 * Wakes subscriptions when the log has grown: at once after this process's writes, soon after those of others.
 * @param file each append is written to it
 * @param look reads the last position in the log; when it fails all waiting subscriptions wake, and meet the fault
 */
export function logEndWatch(file: string, look: () => Promise<number>) {
  const waiters = growthWaiters(() => stop());
  let known = 0;
  let timer: NodeJS.Timeout | null = null;
  let looking = false;
  const times = lookTimes();

  const announce = (position: number) => {
    if (position > known) isActive();
    known = Math.max(known, position);
    waiters.wake(known);
  };
  const wakeAll = () => waiters.wake(Number.POSITIVE_INFINITY);
  const lookAgain = () => {
    // While another connection holds the file, a look takes longer than the pause between two.
    if (looking) return;
    looking = true;
    look()
      .then(announce, wakeAll)
      .finally(() => {
        looking = false;
      });
  };
  const isActive = () => {
    times.grown();
    watch.end();
  };
  /**
   * It is written before its sync, and can be read after that: so it is looked at often again. A command may write some time
   * before it appends: the watch goes on until the log has grown.
   */
  const watch = fileWatch(file, () => {
    const looksSoon = times.written();
    if (timer === null || looksSoon) return;
    clearTimeout(timer);
    lookLater();
  });
  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    watch.end();
  };
  const lookLater = () => {
    const { pauseMs, isIdle } = times.next();
    if (isIdle) watch.begin();
    timer = setTimeout(() => {
      lookLater();
      lookAgain();
    }, pauseMs).unref();
  };

  return {
    /** The log has events up to this position. */
    announce,
    /** Another process has said so. */
    told(position: number) {
      times.told();
      announce(position);
    },
    /** Position up to which the log is known to have events. */
    known: () => known,
    /** Resolves when the log has an event after `position`, the signal aborts, or the store closes. */
    async grownBeyond(position: number, signal: AbortSignal): Promise<void> {
      if (signal.aborted || known > position) return;
      const grown = waiters.wait(position, signal);
      if (timer === null) lookLater();
      await grown;
    },
    close() {
      wakeAll();
      stop();
    },
  };
}

/** Who waits for the log to grow beyond a position; `onNone` is called when the last of them has been woken. */
function growthWaiters(onNone: () => void) {
  const waiting = new Set<{ readonly position: number; readonly wake: () => void }>();
  return {
    wake(known: number) {
      for (const waiter of waiting) if (waiter.position < known) waiter.wake();
    },
    /** Resolves when it is woken, or the signal aborts. */
    wait: (position: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(waiter);
          signal.removeEventListener('abort', wake);
          if (waiting.size === 0) onNone();
          resolve();
        };
        const waiter = { position, wake };
        waiting.add(waiter);
        signal.addEventListener('abort', wake, { once: true });
      }),
  };
}

/** When to look at the log's end. */
function lookTimes() {
  let grownAtMs = performance.now();
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  const isWritten = () => performance.now() - writtenAtMs < WRITTEN_MS;
  return {
    /** What was written has come. */
    grown() {
      grownAtMs = performance.now();
      writtenAtMs = Number.NEGATIVE_INFINITY;
    },
    told() {
      toldAtMs = performance.now();
    },
    /** The file was written. Whether it is looked at soon anyway. */
    written(): boolean {
      const looksSoon = isWritten();
      writtenAtMs = performance.now();
      grownAtMs = writtenAtMs;
      return looksSoon;
    },
    next(): { readonly pauseMs: number; readonly isIdle: boolean } {
      const isIdle = performance.now() - grownAtMs > IDLE_AFTER_MS;
      if (isIdle) return { isIdle, pauseMs: Math.ceil(untilTick(systemClock, LOOK_EVERY_IDLE_MS)) + 1 };
      if (isWritten()) return { isIdle, pauseMs: LOOK_EVERY_WRITTEN_MS };
      const isTold = performance.now() - toldAtMs < TOLD_MS;
      return { isIdle, pauseMs: isTold ? LOOK_EVERY_TOLD_MS : LOOK_EVERY_MS };
    },
  };
}
