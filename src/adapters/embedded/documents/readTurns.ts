/** Some two milliseconds: each document is read and parsed in the thread that answers calls. */
const TURN_DOCUMENTS = 100;

/**
 * Limits what is read between two turns of the event loop, by all readers of a process together. Reads are calls of
 * SQLite, whose promises are settled at once: without this a loop over many pages would be one turn.
 */
export function readTurns() {
  let read = 0;
  return {
    /** Whether the next read is to wait for the next turn, and to ask again there. */
    isFull: () => read >= TURN_DOCUMENTS,
    did(documents: number): void {
      if (documents === 0) return;
      if (read === 0)
        setImmediate(() => {
          read = 0;
        });
      read += documents;
    },
  };
}
