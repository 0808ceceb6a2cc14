// src/adapters/liquid/renderProcesses.ts
import { RendererBusy } from "../../ports/renderer.js";
import { counts } from "../../queues/counts.js";
import { turnQueue } from "../../queues/turnQueue.js";
import { renderProcess } from "./renderProcess.js";
function renderProcesses({ limits, processes, maxWaitMs }) {
  const maxPerWorkspace = Math.max(1, processes - 1);
  const idle = [];
  const busy = /* @__PURE__ */ new Set();
  const busyFor = counts();
  const waiting = turnQueue();
  let closed = false;
  const mayHave = (workspace) => busyFor.of(workspace) < maxPerWorkspace;
  const serve = () => {
    while (busy.size < processes) {
      const next = waiting.next(mayHave);
      if (next === null) return;
      let free = idle.pop();
      while (free?.dead) free = idle.pop();
      try {
        free ??= renderProcess(limits);
      } catch (error) {
        if (busy.size > 0) return waiting.add(next.owner, next.item);
        clearTimeout(next.item.timer);
        next.item.reject(new RendererBusy(error.message));
        continue;
      }
      clearTimeout(next.item.timer);
      void work(free, next.owner, next.item);
    }
  };
  const work = async (renderer, workspace, { job, resolve, reject }) => {
    busy.add(renderer);
    busyFor.add(workspace, 1);
    try {
      resolve(await renderer.do(job));
    } catch (error) {
      reject(error);
    } finally {
      busy.delete(renderer);
      busyFor.add(workspace, -1);
      if (!renderer.dead) idle.push(renderer);
      serve();
    }
  };
  return {
    /** Rejects with RendererBusy when the wait is over. */
    do: (job) => new Promise((resolve, reject) => {
      if (closed) return reject(new Error("the renderer is closed"));
      const { workspace } = job.request;
      const giveUp = () => waiting.remove(workspace, one) && reject(new RendererBusy("no renderer came free in time"));
      const timer = maxWaitMs === void 0 ? void 0 : setTimeout(giveUp, maxWaitMs);
      const one = { job, resolve, reject, timer };
      waiting.add(workspace, one);
      serve();
    }),
    async close() {
      closed = true;
      for (const { timer, reject } of waiting.takeAll()) {
        clearTimeout(timer);
        reject(new Error("the renderer is closed"));
      }
      await Promise.all([...idle, ...busy].map((renderer) => renderer.kill()));
    }
  };
}
export {
  renderProcesses
};
//# sourceMappingURL=renderProcesses.js.map
