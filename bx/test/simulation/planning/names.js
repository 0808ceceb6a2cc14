// test/simulation/planning/names.ts
import { DNS_CHANGES } from "../plan.js";
var MINUTE_MS = 6e4;
var HOUR_MS = 60 * MINUTE_MS;
var AN_HOUR = 5;
var BY_MX = 0.4;
function names(chance, { mailDomains, lastsMs }) {
  const [first, ...others] = mailDomains.map(({ domain }) => domain);
  if (first === void 0 || !chance.is(BY_MX)) return { route: "relay", changes: [] };
  const changes = Array.from(
    { length: Math.ceil(AN_HOUR * lastsMs / HOUR_MS) },
    () => ({
      ...{ of: "names", atMs: chance.between(0.02, 0.9) * lastsMs },
      // Most mail goes to the first.
      domain: chance.is(0.5) ? first : chance.of([first, ...others]),
      do: chance.of(DNS_CHANGES),
      lastsMs: chance.of([MINUTE_MS / 2, 5 * MINUTE_MS, 30 * MINUTE_MS]) * chance.between(0.5, 1)
    })
  );
  return { route: "mx", changes };
}
export {
  names
};
//# sourceMappingURL=names.js.map
