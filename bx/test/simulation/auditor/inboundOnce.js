// test/simulation/auditor/inboundOnce.ts
import { KEYWORDS } from "./optOuts.js";
var REPEATED_MS = 6e4;
var ROUNDING_MS = 2;
var inboundOnce = {
  name: "what people send is recorded once",
  check(evidence) {
    const texts = /* @__PURE__ */ new Map();
    for (const line of evidence.journals.inbound) {
      const own = texts.get(line.number);
      if (own === void 0) texts.set(line.number, [line]);
      else own.push(line);
    }
    return [...texts.values()].flatMap((lines) => {
      const what = countedWrongly(evidence, lines);
      if (what === null) return [];
      const [{ from = "", atMs = null } = {}] = lines;
      return [{ rule: this.name, atMs, about: [from], what }];
    });
  }
};
function countedWrongly({ events, clocksMs }, lines) {
  const [line] = lines;
  if (line === void 0 || KEYWORDS[line.text] !== void 0) return null;
  const { number, part, carrierId, begunAtMs } = line;
  const words = new RegExp(part === null ? `^Hello, this is ${number}$` : `Part \\d of ${number}(?!\\d)`);
  const received = events.filter(
    ({ type, data }) => type === "SmsReceived" && words.test(data.text)
  ).length;
  const takenParts = new Set(lines.filter(({ answer }) => answer === "taken").map((one) => one.part));
  const isWhole = part === null ? takenParts.size === 1 : takenParts.size === 2;
  if (isWhole && received === 0) return `the text ${number} was taken, and is not in the log`;
  const later = lines.filter((one) => one.atMs - begunAtMs >= REPEATED_MS - ROUNDING_MS).length;
  const most = carrierId === null ? 1 + later : 1;
  if (received <= most || carrierId === null && clocksMs.length > 1) return null;
  return `the text ${number} is in the log ${received} times`;
}
export {
  inboundOnce
};
//# sourceMappingURL=inboundOnce.js.map
