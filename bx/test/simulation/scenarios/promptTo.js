// test/simulation/scenarios/promptTo.ts
var LATEST_MS = 1e3;
function promptTo(host, keys) {
  return {
    name: "the first attempt to a healthy endpoint begins within a second",
    check({ plan, journals, stream }) {
      const ids = journals.clients.filter(({ key, status }) => status === 202 && keys.includes(key ?? "")).map(({ answer }) => answer.id);
      const reported = [...new Set(ids)].flatMap((id) => stream(`email-${id}`)).filter(({ type }) => type === "Submitted");
      return reported.flatMap(({ id, metadata }) => {
        const dateMs = Date.parse(metadata.at);
        const first = journals.posts.find((post) => post.host === host && post.eventId === id);
        const lateMs = first === void 0 ? null : first.dateMs - dateMs;
        if (lateMs !== null && lateMs <= LATEST_MS) return [];
        const late = lateMs === null ? "never posted" : `posted ${lateMs} ms later`;
        return [
          {
            rule: this.name,
            what: `the event ${id} was ${late} to ${host}`,
            atMs: dateMs - plan.startsAtMs + LATEST_MS,
            about: [id]
          }
        ];
      });
    }
  };
}
export {
  promptTo
};
//# sourceMappingURL=promptTo.js.map
