// test/simulation/auditor/stopsInOrder.ts
import { troubles } from "./troubledAt.js";
var STOP_MS = 15e3;
var stopsInOrder = {
  name: "who stops ends what it began",
  check(evidence) {
    const { processes, posts, mail } = evidence.journals;
    const overAt = troubles(evidence, ["store", "power"], 0);
    return processes.flatMap((stopped) => {
      if (stopped.what !== "stopped") return [];
      const { process, atMs, leases = [] } = stopped;
      const own = processes.filter((line) => line.process === process && line.life === stopped.life);
      const fromMs = own.find(({ what }) => what === "starts")?.atMs ?? 0;
      const askedMs = own.find(({ what }) => what === "stops")?.atMs ?? atMs;
      const isOfThisLife = (line) => line.process === process && line.atMs >= fromMs && line.atMs <= atMs;
      if (atMs - askedMs >= STOP_MS || overAt(process, askedMs, atMs) !== null) return [];
      const left = [
        ...posts.filter((post) => isOfThisLife(post) && post.endedAtMs === null).map(({ host, eventId }) => ({ what: `left a post to ${host}`, about: [eventId] })),
        ...mail.filter((line) => isOfThisLife(line) && line.has && !line.heard).map(({ deliveryId }) => ({ what: `left the mail ${deliveryId}`, about: [deliveryId] })),
        ...leases.map((name) => ({ what: `kept the lease ${name}`, about: [] }))
      ];
      return left.map(({ what, about }) => ({
        ...{ rule: this.name, atMs, about },
        what: `${process} stopped, and ${what}`
      }));
    });
  }
};
export {
  stopsInOrder
};
//# sourceMappingURL=stopsInOrder.js.map
