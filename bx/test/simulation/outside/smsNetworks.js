// test/simulation/outside/smsNetworks.ts
var TAKES_MS = [10, 200];
var HANGS_MS = 6e4;
var CLOSED_MS = [200, 3e4];
var SOON_MS = [500, 6e4];
var HOUR_MS = 36e5;
var SHARE = 0.5;
function smsNetworks(networks, chance) {
  const usual = () => ({
    ...{ takesMs: chance.between(...TAKES_MS), outcome: "taken", has: true, closesForMs: 0 },
    reports: { state: "delivered", afterMs: chance.between(...SOON_MS) }
  });
  const doing = {
    takes: usual,
    refuses: () => ({ ...usual(), outcome: "refused", has: false }),
    throttles() {
      if (!chance.is(SHARE)) return usual();
      const closesForMs = chance.between(...CLOSED_MS);
      return { ...usual(), closesForMs, takesMs: closesForMs + chance.between(...TAKES_MS) };
    },
    hangs: () => ({ ...usual(), takesMs: HANGS_MS, outcome: "later", has: false }),
    "loses answers": () => chance.is(SHARE) ? { ...usual(), outcome: "later" } : usual(),
    "reports early": () => ({ ...usual(), reports: { state: "delivered", afterMs: 0 } }),
    "reports late": () => ({
      ...usual(),
      reports: { state: "delivered", afterMs: chance.between(0.1, 2) * HOUR_MS }
    }),
    "reports failure": () => ({
      ...usual(),
      reports: { state: "failed", afterMs: chance.between(...SOON_MS) }
    }),
    "reports nothing": () => ({ ...usual(), reports: null })
  };
  return {
    answer(to) {
      const network = networks.find(({ prefix }) => to.startsWith(prefix));
      return doing[network?.behaviour ?? "takes"]();
    }
  };
}
export {
  smsNetworks
};
//# sourceMappingURL=smsNetworks.js.map
