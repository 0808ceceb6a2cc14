// test/simulation/outside/outside.ts
function openAway(agenda, journal) {
  let under = [];
  return {
    begin(plannedEvent) {
      const { do: what, who, lastsMs } = plannedEvent;
      under = [...under, plannedEvent];
      journal.note("doings", { what, process: null, detail: `${who ?? "all"}, for ${lastsMs} ms` });
      agenda.at(agenda.nowMs() + lastsMs, () => {
        under = under.filter((one) => one !== plannedEvent);
      });
    },
    is: (what, who) => under.some((one) => one.do === what && (one.who === null || one.who === who)),
    endAll() {
      under = [];
    }
  };
}
export {
  openAway
};
//# sourceMappingURL=outside.js.map
