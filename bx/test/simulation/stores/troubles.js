// test/simulation/stores/troubles.ts
var NEW_MS = 12e3;
function storeTroubles(agenda, chance, journal) {
  let under = [];
  const end = (plannedEvent) => {
    if (!under.includes(plannedEvent)) return;
    under = under.filter((one) => one !== plannedEvent);
    note(plannedEvent, "is over");
  };
  const note = ({ do: what, store, process }, detail) => journal.note("troubles", { what: `${store}: ${what}`, process, detail });
  return {
    begin(plannedEvent) {
      under = [...under, plannedEvent];
      note(
        plannedEvent,
        `for ${plannedEvent.lastsMs} ms, one call in ${(1 / plannedEvent.share).toFixed(0)}`
      );
      agenda.at(agenda.nowMs() + plannedEvent.lastsMs, () => end(plannedEvent));
    },
    strikes: (fault, store, process) => under.some(
      (one) => one.do === fault && one.store === store && (one.process === null || one.process === process) && chance.is(one.share)
    ),
    anyNew: () => under.some(({ atMs }) => agenda.nowMs() - atMs < NEW_MS),
    endAll: () => under.forEach(end)
  };
}
export {
  storeTroubles
};
//# sourceMappingURL=troubles.js.map
