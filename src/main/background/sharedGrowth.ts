import type { LogGrown, LogGrowth } from '../../ports/logGrowth.ts';

/** Characters on their way to the other process at most: one that is stopped takes nothing, and its channel holds what it was sent. */
const MAX_UNSENT_CHARACTERS = 8 * 1_048_576;

/**
 * Tells the other process of a service what this one writes to an embedded log. Where it does not take that, it is told how far the
 * log has grown once it does, and reads it. Over engines there is nothing to tell.
 * @param send brings it to the other process, and calls `onSent` once it is on its way or lost
 * @returns what ends it
 */
export function shareGrowth(
  growth: LogGrowth | null,
  send: (grown: LogGrown, onSent: () => void) => void,
): () => void {
  let unsent = 0;
  let untold: LogGrown | null = null;
  const tell = (grown: LogGrown) => {
    const characters = charactersOf(grown);
    unsent += characters;
    send(grown, () => {
      unsent -= characters;
      if (untold === null || unsent > 0) return;
      const late = untold;
      untold = null;
      tell(late);
    });
  };
  const end = growth?.onGrown((grown) => {
    const fits = unsent + charactersOf(grown) <= MAX_UNSENT_CHARACTERS;
    const short = { ...grown, appends: [] };
    if (untold === null && (fits || unsent === 0)) tell(fits ? grown : short);
    else untold = short;
  });
  return end ?? (() => {});
}

const charactersOf = ({ appends }: LogGrown) => appends.reduce((sum, { characters }) => sum + characters, 0);
