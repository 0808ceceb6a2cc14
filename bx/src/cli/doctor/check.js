// src/cli/doctor/check.ts
var fine = (says) => ({ ok: true, says });
var wrong = (says, mend) => ({ ok: false, says, mend });
var unusable = (says, mend) => ({
  ...wrong(says, mend),
  isUsable: false
});
var PATIENCE_MS = 15e3;
async function runChecks(checks, failed) {
  const found = [];
  const leftOut = [];
  for (const check of checks) {
    if (check.needs?.some((name) => failed.has(name))) {
      leftOut.push(check.name);
      continue;
    }
    const { isUsable = true, ...result } = await resultOf(check);
    if (!isUsable) failed.add(check.name);
    found.push({ name: check.name, ...result });
  }
  return { found, leftOut };
}
async function resultOf(check) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(
      () => resolve(unusable("no answer within 15 seconds", "See whether it runs and can be reached.")),
      PATIENCE_MS
    );
  });
  try {
    return await Promise.race([check.run(), late]);
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return unusable(says, "Repair what the message names, then run doctor again.");
  } finally {
    clearTimeout(timer);
  }
}
export {
  fine,
  runChecks,
  unusable,
  wrong
};
//# sourceMappingURL=check.js.map
