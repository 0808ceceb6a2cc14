/** Connections begun in one turn of the event loop. */
const BEGUN_A_TURN = 2;

/**
 * Turns for those who open a connection. Handshakes cost the event loop a millisecond each, and endpoints that never
 * answer end their attempts together and connect anew together: begun in one turn, a hundred of them would hold up
 * everybody's answers for as long as all of them take. Nobody waits for a connection to come about, only for turns.
 */
export interface ConnectTurns {
  /** Resolves when it is the caller's turn; null when it is now. */
  next(): Promise<void> | null;
}

export function connectTurns(): ConnectTurns {
  let begun = 0;
  const waiting: (() => void)[] = [];
  const turn = () => {
    const now = waiting.splice(0, BEGUN_A_TURN);
    begun = now.length;
    for (const begin of now) begin();
    if (begun > 0) setImmediate(turn);
  };
  return {
    next() {
      if (begun === 0) setImmediate(turn);
      if (begun < BEGUN_A_TURN) {
        begun++;
        return null;
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
