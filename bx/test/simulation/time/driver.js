// test/simulation/time/driver.ts
var QUIET_TURNS = 4;
var turn = () => new Promise((resolve) => setImmediate(resolve));
var isReal = (resource) => /^(FSReq|FileHandle|Timeout|Worker)/.test(resource);
function driver(agenda, onStep) {
  let longWork = 0;
  let realWork = 0;
  let steps = 0;
  let last = Promise.resolve();
  const settleAll = async () => {
    for (let quiet = 0; longWork > 0 && quiet < QUIET_TURNS; quiet += 1) {
      const before = agenda.size;
      await turn();
      if (agenda.size !== before || realWork > 0 || process.getActiveResourcesInfo().some(isReal)) quiet = -1;
    }
    while (realWork > 0) await turn();
  };
  const stepUntil = (ms, pollsWait, onEnd) => {
    const next = pollsWait ? agenda.nextOther()?.ms ?? null : agenda.nextMs();
    if (next === null || next > ms) return onEnd();
    agenda.step(pollsWait);
    steps += 1;
    setImmediate(onTurn, ms, onEnd);
  };
  const onTurn = (ms, onEnd) => {
    const goOn = () => {
      stepUntil(ms, onStep(), onEnd);
    };
    if (longWork === 0 && realWork === 0) goOn();
    else void settleAll().then(goOn);
  };
  return {
    async runUntil(ms) {
      await turn();
      await settleAll();
      await new Promise((resolve) => onTurn(ms, resolve));
      agenda.passTo(ms);
    },
    underWay() {
      longWork += 1;
      let isOver = false;
      return () => {
        if (!isOver) longWork -= 1;
        isOver = true;
      };
    },
    async real(work) {
      realWork += 1;
      const before = last;
      const done = before.then(work);
      last = done.catch(() => {
      });
      try {
        return await done;
      } finally {
        realWork -= 1;
      }
    },
    get steps() {
      return steps;
    }
  };
}
export {
  driver
};
//# sourceMappingURL=driver.js.map
