// test/simulation/outside/carrier.ts
import { carriersIntake } from "./carriersIntake.js";
import { smsNetworks } from "./smsNetworks.js";
var AWAY_MS = 1e3;
var TWICE = 0.2;
var AGAIN_WITHIN_MS = 10 * 6e4;
var STRANGE = 0.03;
function carrier(parts) {
  const { agenda, journal, deaths, away } = parts;
  const chance = parts.chance("carrier");
  const networks = smsNetworks(parts.plan.smsNetworks, parts.chance("networks"));
  const intake = carriersIntake(parts);
  const isAway = () => away.is("carrier away", "carrier");
  const report = (smsId, carrierId, { reports }) => {
    if (reports === null) return;
    const { state, afterMs } = reports;
    const bring = (ms, about) => agenda.at(agenda.nowMs() + ms, () => intake.receipt({ ...about, state }));
    bring(afterMs, { smsId, carrierId });
    if (chance.is(TWICE)) bring(afterMs + chance.between(0, AGAIN_WITHIN_MS), { smsId, carrierId });
    if (chance.is(STRANGE)) bring(afterMs, { smsId: null, carrierId: idOf(chance) });
  };
  const submitSegment = (life, { smsId, from, to }, segment, answered) => new Promise((resolve) => {
    const { process } = life;
    const begunAtMs = agenda.nowMs();
    agenda.at(begunAtMs + answered.takesMs * 0.9, () => {
      if (!life.isAlive()) return;
      const carrierId = answered.has ? idOf(chance) : null;
      const line = journal.note("texts", {
        ...{ process, smsId, segment, from, to, carrierId, outcome: answered.outcome, begunAtMs },
        heard: false
      });
      if (carrierId !== null) {
        report(smsId, carrierId, answered);
        deaths.happened(process, "text");
      }
      life.at(begunAtMs + answered.takesMs, () => {
        line.heard = true;
        resolve(line);
      });
    });
  });
  return {
    bring: intake.text,
    get areCalling() {
      return intake.areCalling;
    },
    portsFor(life) {
      let closedUntilMs = 0;
      const own = {
        receivesEverywhere: true,
        closedForMs: () => isAway() ? AWAY_MS : Math.max(0, closedUntilMs - agenda.nowMs()),
        async submit(message, onSegment) {
          if (!life.isAlive()) return life.never();
          for (let segment = message.taken; ; segment += 1) {
            if (isAway()) return later("the carrier cannot be reached");
            const answered = networks.answer(message.to);
            closedUntilMs = agenda.nowMs() + answered.closesForMs;
            const line = await submitSegment(life, message, segment, answered);
            const outcome = outcomeOf(line);
            if (outcome.outcome !== "sent" || segment + 1 >= message.segments.length) return outcome;
            await onSegment(line.carrierId);
          }
        },
        receive: (handlers, signal) => intake.listen(life, handlers, signal),
        close: async () => {
        }
      };
      return { carrier: own };
    }
  };
}
var later = (detail) => ({ outcome: "deferred", detail });
function outcomeOf({ outcome, carrierId }) {
  if (outcome === "taken") return { outcome: "sent", carrierId };
  return outcome === "later" ? later("the connection with the carrier was lost") : { outcome: "failed", detail: "command status 0x0000000B" };
}
var idOf = (chance) => [0, 1].map(
  () => Math.floor(chance.next() * 2 ** 32).toString(16).padStart(8, "0")
).join("");
export {
  carrier
};
//# sourceMappingURL=carrier.js.map
