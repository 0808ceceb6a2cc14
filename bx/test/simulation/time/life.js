// test/simulation/time/life.ts
function beginLife(agenda, process, number) {
  let state = "runs";
  let missed = [];
  const ends = [];
  return {
    process,
    number,
    isAlive: () => state !== "dead",
    isPaused: () => state === "paused",
    at(ms, act, kind) {
      const kept = { act };
      const arrive = () => {
        if (state === "paused") missed.push(kept);
        else if (state === "runs") kept.act?.();
      };
      const entry = agenda.at(ms, arrive, kind);
      return {
        cancel() {
          kept.act = null;
          entry.cancel();
        }
      };
    },
    pause() {
      if (state === "runs") state = "paused";
    },
    goOn() {
      if (state !== "paused") return;
      state = "runs";
      const late = missed;
      missed = [];
      for (const kept of late)
        agenda.at(agenda.nowMs(), () => {
          if (state === "paused") missed.push(kept);
          else if (state === "runs") kept.act?.();
        });
    },
    end() {
      if (state === "dead") return;
      state = "dead";
      missed = [];
      for (const act of ends) act();
    },
    never: () => new Promise(() => {
    }),
    onEnd: (act) => void ends.push(act)
  };
}
export {
  beginLife
};
//# sourceMappingURL=life.js.map
