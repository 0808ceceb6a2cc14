// test/simulation/outside/carriersIntake.ts
import { bringing } from "./bringing.js";
var AGAIN_MS = 6e4;
var TRIES = 60;
var CALLING_MS = 8e3;
function carriersIntake({ agenda, journal, chance }) {
  const own = chance("carriers intake");
  const { bring, listen, ...calls } = bringing({
    ...{ agenda, chance: own, againMs: AGAIN_MS, tries: TRIES, callingMs: CALLING_MS }
  });
  let texts = 0;
  const bringText = (message, number) => {
    const { carrierId, from, to, text, part } = message;
    bring(
      async (handlers) => await handlers.message(message) === "recorded" ? "taken" : "unknown",
      (line) => journal.note("inbound", { number, carrierId, from, to, text, part: part?.number ?? null, ...line })
    );
  };
  return {
    get areCalling() {
      return calls.areCalling;
    },
    /** The receipt's id is spelled as the submission's answer was, or as a decimal number. */
    receipt(about) {
      const { carrierId, state } = about;
      const detail = state === "delivered" ? "DELIVRD" : "UNDELIV err:011";
      const spelled = own.is(0.5) ? carrierId : BigInt(`0x${carrierId}`).toString();
      bring(
        (handlers) => handlers.receipt({ carrierId: spelled, state, detail }).then(() => "taken"),
        (line) => journal.note("receipts", { ...about, ...line })
      );
    },
    text({ do: what, from, hasId, times, everyMs }, to) {
      texts += 1;
      const number = texts;
      const messages = messagesOf(what, number).map(
        ({ text, part }) => ({
          ...{ from, to, text, part },
          carrierId: hasId ? `in-${number}-${part?.number ?? 1}` : null
        })
      );
      for (let time = 0; time < times; time += 1)
        agenda.at(agenda.nowMs() + time * everyMs, () => {
          for (const message of messages) bringText(message, number);
        });
    },
    listen
  };
}
function messagesOf(what, number) {
  const partOf = (place) => ({
    text: `Part ${place} of ${number}`,
    part: { reference: number % 256, number: place, of: 2 }
  });
  switch (what) {
    case "stop":
      return [{ text: "Stop", part: null }];
    case "start":
      return [{ text: "START", part: null }];
    case "says":
      return [{ text: `Hello, this is ${number}`, part: null }];
    case "in parts":
      return [partOf(2), partOf(1)];
    case "half":
      return [partOf(1)];
  }
}
export {
  carriersIntake
};
//# sourceMappingURL=carriersIntake.js.map
