/** Connections that may begin in one turn of the event loop. */
const MAX_PER_TURN = 2;

/**
 * Spreads the opening of connections over turns of the event loop. A handshake costs a millisecond, and attempts at
 * endpoints that never answer end together and connect again together: in one turn, a hundred of them would delay all
 * other answers. A caller waits only for its turn, not until earlier connections are open.
 * @returns the next turn: resolves when it is the caller's; null when it is now
 */
export function connectTurns(): () => Promise<void> | null {
  let begun = 0;
  const waiting: (() => void)[] = [];
  const turn = () => {
    const now = waiting.splice(0, MAX_PER_TURN);
    begun = now.length;
    for (const begin of now) begin();
    if (begun > 0) setImmediate(turn);
  };
  return () => {
    if (begun === 0) setImmediate(turn);
    if (begun < MAX_PER_TURN) {
      begun++;
      return null;
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
}
