/** Things that wait, of many parties: each party's come in their order, and the parties take turns. */
export interface TakingTurns<Thing> {
  readonly size: number;
  add(party: string, thing: Thing): void;
  /** Takes the first of the party whose turn it is; undefined: nothing waits. */
  next(): Thing | undefined;
  remove(party: string, thing: Thing): void;
  /** Takes all. */
  drain(): Thing[];
}

export function takingTurns<Thing>(): TakingTurns<Thing> {
  // A map goes in the order in which its keys were set: the first party is the one whose turn it is.
  const parties = new Map<string, Thing[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(party, thing) {
      const own = parties.get(party);
      if (own === undefined) parties.set(party, [thing]);
      else own.push(thing);
      size++;
    },
    next() {
      const [turn] = parties;
      if (turn === undefined) return undefined;
      const [party, own] = turn;
      const thing = own.shift();
      parties.delete(party);
      if (own.length > 0) parties.set(party, own);
      size--;
      return thing;
    },
    remove(party, thing) {
      const own = parties.get(party);
      const place = own?.indexOf(thing) ?? -1;
      if (own === undefined || place === -1) return;
      own.splice(place, 1);
      if (own.length === 0) parties.delete(party);
      size--;
    },
    drain() {
      const all = [...parties.values()].flat();
      parties.clear();
      size = 0;
      return all;
    },
  };
}
