import type { Usage } from './usage.ts';

/** Things that wait for their turn, in groups: the group that has used least comes first, and of it the member that has. */
export interface UsageTurns {
  /** Adds a member to a group; a member that is there stays where it is. */
  add(group: string, member: string): void;
  delete(group: string, member: string): void;
  /** The next member that may have a turn; it stays, and comes after the others when it has used something. */
  next(mayHave: (member: string) => boolean): string | null;
}

export function usageTurns(groupUsage: Pick<Usage, 'of'>, memberUsage: Pick<Usage, 'of'>): UsageTurns {
  const groups = new Map<string, Set<string>>();
  return {
    add: (group, member) => void groups.set(group, (groups.get(group) ?? new Set()).add(member)),
    delete(group, member) {
      const members = groups.get(group);
      if (members?.delete(member) && members.size === 0) groups.delete(group);
    },
    next(mayHave) {
      let found: { readonly used: number; readonly member: string } | null = null;
      for (const [group, members] of groups) {
        const used = groupUsage.of(group);
        if (found !== null && found.used <= used) continue;
        const member = leastUsed(members, memberUsage, mayHave);
        if (member !== null) found = { used, member };
      }
      return found?.member ?? null;
    },
  };
}

function leastUsed(
  members: ReadonlySet<string>,
  usage: Pick<Usage, 'of'>,
  mayHave: (member: string) => boolean,
): string | null {
  let least: { readonly used: number; readonly member: string } | null = null;
  for (const member of members) {
    const used = usage.of(member);
    if ((least === null || used < least.used) && mayHave(member)) least = { used, member };
  }
  return least?.member ?? null;
}
