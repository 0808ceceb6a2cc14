/** Things that wait for their turn, in groups: the groups take turns, however many members one has waiting. */
export interface Turns {
  /** Adds a member to a group; a member that is there stays where it is. */
  add(group: string, member: string): void;
  delete(group: string, member: string): void;
  /** The member whose turn it is; it then comes after the others of its group, and its group after the other groups. */
  next(): string | null;
  readonly size: number;
}

export function turns(): Turns {
  // Maps and sets keep the order in which things were put in.
  const groups = new Map<string, Set<string>>();
  let size = 0;
  const remove = (group: string, member: string) => {
    const members = groups.get(group);
    if (members?.delete(member) !== true) return;
    size--;
    if (members.size === 0) groups.delete(group);
  };
  return {
    add(group, member) {
      const members = groups.get(group);
      if (members?.has(member)) return;
      size++;
      if (members === undefined) groups.set(group, new Set([member]));
      else members.add(member);
    },
    delete: remove,
    next() {
      const [first] = groups;
      if (first === undefined) return null;
      const [group, members] = first;
      const [member] = members;
      if (member === undefined) return null;
      groups.delete(group);
      members.delete(member);
      members.add(member);
      groups.set(group, members);
      return member;
    },
    get size() {
      return size;
    },
  };
}
