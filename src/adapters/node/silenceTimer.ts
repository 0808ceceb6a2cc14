/**
 * A timer that judges a peer by its silence. A stall of our own event loop lets timers expire before what arrived meanwhile is read:
 * so when it expires, the loop gets two turns (one reads the sockets, one what their streams hold back), and only if nothing called
 * `refresh` or `clear` in them is the peer silent.
 */
export interface SilenceTimer {
  /** Something arrived: the time begins again. */
  refresh(): void;
  clear(): void;
}

export function silenceTimer(timeoutMs: number, onSilent: () => void): SilenceTimer {
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    turn = setImmediate(() => {
      turn = setImmediate(onSilent);
    });
  }, timeoutMs);
  return {
    refresh() {
      clearImmediate(turn);
      timer.refresh();
    },
    clear() {
      clearImmediate(turn);
      clearTimeout(timer);
    },
  };
}
