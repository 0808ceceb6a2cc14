// test/simulation/auditor/stopsValid.ts
import { KEYWORDS, optOutsOf } from "./optOuts.js";
var ROUNDING_MS = 2;
var stopsValid = {
  name: "a STOP is valid when it is answered, and once",
  check(evidence) {
    const optOuts = optOutsOf(evidence.events);
    const pairs = /* @__PURE__ */ new Map();
    for (const line of evidence.journals.inbound) {
      if (KEYWORDS[line.text] === void 0) continue;
      const name = `${line.to} ${line.from}`;
      const own = pairs.get(name);
      if (own === void 0) pairs.set(name, [line]);
      else own.push(line);
    }
    return [...pairs.values()].flatMap(
      (lines) => [
        ...lines.flatMap((line) => notValid(evidence, line, lines, optOuts)),
        ...validAgain(lines, optOuts)
      ].map(
        ({ what, line: { from, to, atMs } }) => ({
          ...{ rule: this.name, atMs, about: [from] },
          what: `${what} of ${from} to ${to}`
        })
      )
    );
  }
};
function notValid({ appendedAtMs }, line, lines, optOuts) {
  if (line.answer !== "taken") return [];
  const { number, text, atMs, from, to } = line;
  const sinceMs = lines.find((one) => one.number === number)?.begunAtMs ?? line.begunAtMs;
  if (lines.some((one) => one.number !== number && one.begunAtMs <= atMs && one.atMs >= sinceMs)) return [];
  const last = optOuts.of(to, from).findLast((event) => appendedAtMs(event) <= atMs + ROUNDING_MS);
  const holds = last?.type ?? "SmsOptedIn";
  return holds === KEYWORDS[text] ? [] : [{ what: `the ${text} was taken, and is not valid`, line }];
}
function validAgain(lines, optOuts) {
  const [line] = lines;
  if (line === void 0) return [];
  return Object.entries(KEYWORDS).flatMap(([word, type]) => {
    const said = lines.filter(({ text }) => text === word);
    const most = new Set(said.map(({ carrierId, atMs }) => carrierId ?? `at ${atMs}`)).size;
    const changes = optOuts.of(line.to, line.from).filter((event) => event.type === type).length;
    if (changes <= most) return [];
    return [{ what: `${changes} times ${type} is in the log for ${most} ${word}`, line }];
  });
}
export {
  stopsValid
};
//# sourceMappingURL=stopsValid.js.map
