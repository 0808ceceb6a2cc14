import { setImmediate as nextTurn } from 'node:timers/promises';

/** A write that waits for its commit. */
interface Waiting {
  readonly operation: () => void;
  readonly rows: number;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Rows written in one transaction, and so in one turn of the event loop; an operation may have more by itself. */
const MAX_ROWS = 250;

/**
 * Gathers what is written in one turn of the event loop into one commit: each writes whole pages, and consumers that fold the
 * same event write at the same moment.
 * @param commit runs operations in one transaction; when it rejects, nothing of them is written
 */
export function sharedCommits(commit: (operations: readonly (() => void)[]) => Promise<void>) {
  const waiting: Waiting[] = [];
  let isRunning = false;

  const take = (): Waiting[] => {
    let rows = 0;
    const end = waiting.findIndex((each, at) => {
      rows += each.rows;
      return at > 0 && rows > MAX_ROWS;
    });
    return waiting.splice(0, end === -1 ? waiting.length : end);
  };
  const commitEach = async (some: readonly Waiting[]) => {
    for (const { operation, done, failed } of some) await commit([operation]).then(done, failed);
  };
  const run = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      await nextTurn();
      const together = take();
      try {
        await commit(together.map(({ operation }) => operation));
        for (const { done } of together) done();
      } catch (error) {
        // One of them is at fault: the others must not fail with it.
        if (together.length > 1) await commitEach(together);
        else together[0]?.failed(error);
      }
    }
    isRunning = false;
  };

  return {
    /** Resolves with what the operation returned once it is committed. @throws its error, or that of the commit */
    add<Result>(operation: () => Result, rows: number): Promise<Result> {
      return new Promise((resolve, reject) => {
        let result: { readonly of: Result } | null = null;
        const remember = () => {
          result = { of: operation() };
        };
        const done = () => (result === null ? reject(new Error('it was not run')) : resolve(result.of));
        waiting.push({ operation: remember, rows, done, failed: reject });
        if (!isRunning) void run();
      });
    },
  };
}
