import type { LogReader } from './logReader.ts';
import type { LogWrite } from './recentWrites.ts';

/**
 * What a process says to others on the same ledger: what it wrote, as JSON. Services with other ledgers may use the same
 * Redis: a message says which ledger it is about, by the hash of its first event.
 */
export function growthMessages(reader: Pick<LogReader, 'storedLeaves'>) {
  let ledger: string | null = null;
  let isReading = false;
  /** Null until it is known; what is said before that is found by looking. */
  const ledgerNow = (): string | null => {
    if (ledger !== null || isReading) return ledger;
    isReading = true;
    reader
      .storedLeaves(0, 1)
      .then(
        ({ leaves }) => {
          ledger = leaves[0]?.hash ?? null;
        },
        () => {},
      )
      .finally(() => {
        isReading = false;
      });
    return null;
  };
  // So that the first message already says it; an empty ledger is asked again.
  ledgerNow();
  return {
    write: (writes: readonly LogWrite[]): string => JSON.stringify({ ledger: ledgerNow(), writes }),
    /** None where the message is about another ledger. */
    read(message: string): readonly LogWrite[] {
      const said = JSON.parse(message) as {
        readonly ledger: string | null;
        readonly writes: readonly LogWrite[];
      };
      return said.ledger !== null && said.ledger === ledgerNow() ? said.writes : [];
    },
  };
}
