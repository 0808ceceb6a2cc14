// src/sender/countedPace.ts
function countedPace(pace, metrics) {
  return {
    ...pace,
    async take(workspace, rule, wanted) {
      const grant = await pace.take(workspace, rule, wanted);
      if (grant.granted < wanted) metrics.count("postledger_pace_waits_total");
      return grant;
    }
  };
}
export {
  countedPace
};
//# sourceMappingURL=countedPace.js.map
