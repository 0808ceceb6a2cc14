// test/double/gate.ts
import { Metadata, status } from "@grpc/grpc-js";
import { misdirected } from "./clusterRole.js";
function unavailable(details) {
  return Object.assign(new Error(details), { code: status.UNAVAILABLE, details, metadata: new Metadata() });
}
function accessDenied() {
  const metadata = new Metadata();
  metadata.set("exception", "access-denied");
  const details = "Access Denied";
  return Object.assign(new Error(details), { code: status.PERMISSION_DENIED, details, metadata });
}
function openGate(role = null) {
  const calls = /* @__PURE__ */ new Set();
  let readyAtMs = 0;
  let swallow = 0;
  let frozen = null;
  let release = () => {
  };
  const ready = () => Date.now() >= readyAtMs;
  return {
    delivered: 0,
    read: 0,
    fallenBehind: 0,
    showsAfterMs: 0,
    async replicated() {
      const { showsAfterMs } = this;
      if (showsAfterMs === Number.POSITIVE_INFINITY) await new Promise(() => {
      });
      if (showsAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, showsAfterMs));
    },
    denied: /* @__PURE__ */ new Set(),
    liveEventsUntilTooSlow: Number.POSITIVE_INFINITY,
    maxEventBytes: Number.POSITIVE_INFINITY,
    forgetsPositions: false,
    misdirected: (metadata) => misdirected(role, metadata),
    hasQuorum: () => role === null || role.hasQuorum(),
    hold: (write) => role?.hold(write),
    ready,
    enter(call) {
      calls.add(call);
      call.on("close", () => calls.delete(call));
      return ready() ? misdirected(role, call.metadata) : unavailable("Server Is Not Ready");
    },
    thawed: () => frozen ?? Promise.resolve(),
    swallowsAnswer: () => swallow > 0 && swallow-- > 0,
    notReadyFor(ms) {
      readyAtMs = Date.now() + ms;
    },
    freeze() {
      frozen ??= new Promise((resolve) => {
        release = resolve;
      });
    },
    thaw() {
      release();
      frozen = null;
    },
    swallowAnswers(count) {
      swallow = count;
    },
    dropCalls() {
      for (const call of [...calls]) call.emit("error", unavailable("the connection was dropped"));
      calls.clear();
    }
  };
}
export {
  accessDenied,
  openGate,
  unavailable
};
//# sourceMappingURL=gate.js.map
