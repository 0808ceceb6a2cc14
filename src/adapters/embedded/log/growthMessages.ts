import type { LogReader } from './logReader.ts';
import type { LogWrite } from './recentWrites.ts';

/**
 * What a process says to others on the same ledger: what it wrote, as JSON. Services with other ledgers may use the same
 * Redis: a message says which ledger it is about, by its file and the hash of its first event, which a copy has too.
 * @param file which file the ledger is, the same for all processes of its folder
 */
export function growthMessages(reader: Pick<LogReader, 'storedLeaves'>, file: string | null) {
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
          const [first] = leaves;
          ledger = first === undefined ? null : `${file} ${first.hash}`;
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
