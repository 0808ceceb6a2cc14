import { paceTokens } from '../../../src/adapters/embedded/coordination/pace.ts';
import type { Pace } from '../../../src/ports/pace.ts';
import { coordinationCalls, type StoreCallsParts } from './calls.ts';

const DAY_MS = 86_400_000;

export interface WorldPace {
  view(parts: StoreCallsParts): Pace;
}

/** What was sent, counted by the store's own clock: one for all processes, which is never stepped. */
export function worldPace(nowMs: () => number, dateMs: () => number): WorldPace {
  const tokens = new Map<string, ReturnType<typeof paceTokens>>();
  const days = new Map<string, number>();
  const tokensOf = (workspace: string): ReturnType<typeof paceTokens> => {
    const own = tokens.get(workspace) ?? paceTokens();
    tokens.set(workspace, own);
    return own;
  };
  const take = (workspace: string, perSecond: number, perDay: number | null, wanted: number) => {
    const day = Math.floor(dateMs() / DAY_MS);
    const name = `${day} ${workspace}`;
    const own = tokensOf(workspace);
    const leftToday = perDay === null ? wanted : Math.max(0, perDay - (days.get(name) ?? 0));
    const granted = Math.min(wanted, Math.max(0, perSecond - own.inUse(nowMs())), leftToday);
    const slot = own.take(nowMs(), granted);
    if (perDay !== null) days.set(name, (days.get(name) ?? 0) + granted);
    const window = { slot, day: perDay === null ? null : day };
    if (granted === wanted) return { granted, retryAfterMs: 0, window };
    const isDayOver = granted === leftToday;
    return {
      granted,
      window,
      retryAfterMs: isDayOver ? (day + 1) * DAY_MS - dateMs() : own.nextReturnInMs(nowMs()),
    };
  };
  return {
    view(parts) {
      const calls = coordinationCalls(parts);
      return {
        // While the store of the pace does not answer, nothing is granted.
        take: (workspace, { perSecond, perDay }, wanted) =>
          calls
            .write(() => take(workspace, perSecond, perDay, wanted))
            .catch(() => ({ granted: 0, retryAfterMs: 1_000, window: { slot: 0, day: null } })),
        refund: (workspace, { slot, day }, unused) =>
          calls
            .write(() => {
              tokens.get(workspace)?.putBack(slot, unused);
              const name = `${day} ${workspace}`;
              if (day !== null) days.set(name, Math.max(0, (days.get(name) ?? 0) - unused));
            })
            .catch(() => {}),
        close: async () => {},
      };
    },
  };
}
