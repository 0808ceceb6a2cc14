// src/main/roles.ts
import { setMaxListeners } from "node:events";
import { openCheckpoints } from "../runtime/follow/checkpoints.js";
import { holdPartitions } from "../runtime/follow/partitions.js";
import { runComponents } from "./runComponents.js";
var WHILE_ALIVE_MS = Number.MAX_SAFE_INTEGER;
async function startRoles(ports, components, { roles, partitions, sole, throttle }) {
  const stop = new AbortController();
  const { signal } = stop;
  setMaxListeners(0, signal);
  const member = ports.ids.uuid();
  const held = /* @__PURE__ */ new Map();
  const release = () => Promise.allSettled([...held.values()].map((partitions2) => partitions2.release()));
  const leaseMs = sole ? WHILE_ALIVE_MS : void 0;
  try {
    const checkpoints = await openCheckpoints(ports.documents, partitions);
    for (const role of roles) {
      const loops = components.loops.filter((loop) => loop.role === role);
      const drained = (partition) => Promise.all(loops.map((loop) => loop.drained?.(partition)));
      const options = { role, partitions, member, drained, ...leaseMs && { leaseMs } };
      held.set(role, holdPartitions(options, ports, signal));
    }
    const heldBy = (role) => {
      const own = held.get(role);
      if (own === void 0) throw new Error(`the role ${role} does not run here`);
      return own;
    };
    const running = await runComponents({
      ports,
      components,
      roles,
      partitions,
      heldBy,
      checkpoints,
      throttle,
      signal
    });
    return {
      soleSinceMs: (role) => sole ? held.get(role)?.sinceMs(0) ?? null : null,
      async stop() {
        stop.abort();
        await Promise.allSettled(running);
        await release();
      }
    };
  } catch (error) {
    stop.abort();
    await release();
    throw error;
  }
}
export {
  startRoles
};
//# sourceMappingURL=roles.js.map
