import type { Position } from '../../../events/event.ts';

/** Tells how far the log has grown, however many commits there are, so seldom that telling costs next to nothing. */
export interface GrowthTeller {
  tell(position: Position): void;
  onGrown(handler: (position: Position) => void): () => void;
  close(): void;
}

const TELL_EVERY_MS = 5;

export function growthTeller(): GrowthTeller {
  const handlers = new Set<(position: Position) => void>();
  let latest: Position | null = null;
  let pause: NodeJS.Timeout | null = null;

  /** The first is told at once; what comes within the pause behind it is told together, at its end. */
  const tellNow = () => {
    pause = null;
    if (latest === null) return;
    for (const handler of handlers) handler(latest);
    latest = null;
    pause = setTimeout(tellNow, TELL_EVERY_MS).unref();
  };

  return {
    tell(position) {
      latest = position;
      if (pause === null && handlers.size > 0) tellNow();
    },
    onGrown(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
    close() {
      handlers.clear();
      if (pause !== null) clearTimeout(pause);
    },
  };
}
