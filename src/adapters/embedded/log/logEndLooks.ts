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
 * Looks for what processes have written that say nothing of it, between `begin` and `end`.
 * @param file each append is written to it
 * @param look reads the last position in the log
 */
export function logEndLooks(file: string, look: () => Promise<void>) {
  let timer: NodeJS.Timeout | null = null;
  let isLooking = false;
  let grownAtMs = performance.now();
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  const isWritten = () => performance.now() - writtenAtMs < WRITTEN_MS;

  /**
   * It is written before its sync, and can be read after that: so it is looked at often again. A command may write some time
   * before it appends: the watch goes on until the log has grown.
   */
  const watch = fileWatch(file, () => {
    const looksSoon = isWritten();
    writtenAtMs = performance.now();
    grownAtMs = writtenAtMs;
    if (timer === null || looksSoon) return;
    clearTimeout(timer);
    lookLater();
  });
  const pauseMs = (): number => {
    if (performance.now() - grownAtMs > IDLE_AFTER_MS) {
      watch.begin();
      return Math.ceil(untilTick(systemClock, LOOK_EVERY_IDLE_MS)) + 1;
    }
    if (isWritten()) return LOOK_EVERY_WRITTEN_MS;
    return performance.now() - toldAtMs < TOLD_MS ? LOOK_EVERY_TOLD_MS : LOOK_EVERY_MS;
  };
  const lookLater = () => {
    timer = setTimeout(() => {
      lookLater();
      // While another connection holds the file, a look takes longer than the pause between two.
      if (isLooking) return;
      isLooking = true;
      void look().finally(() => {
        isLooking = false;
      });
    }, pauseMs()).unref();
  };

  return {
    begin() {
      if (timer === null) lookLater();
    },
    end() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      watch.end();
    },
    /** The log is known to have grown: what was written has come. */
    grown() {
      grownAtMs = performance.now();
      writtenAtMs = Number.NEGATIVE_INFINITY;
      watch.end();
    },
    /** Another process has said what it wrote. */
    peerReported() {
      toldAtMs = performance.now();
    },
  };
}
