import { type FSWatcher, watch } from 'node:fs';

/** Calls `onWritten` whenever the file is written, between `begin` and `end`. What the system refuses to watch is not watched. */
export function fileWatch(file: string, onWritten: () => void) {
  let watcher: FSWatcher | null = null;
  const end = () => {
    watcher?.close();
    watcher = null;
  };
  return {
    begin() {
      try {
        watcher ??= watch(file, { persistent: false }, onWritten).on('error', end);
      } catch {
        // Callers look from time to time as well.
      }
    },
    end,
  };
}
