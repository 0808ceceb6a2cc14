// test/support/noMoreProcesses.ts
import { ChildProcess } from "node:child_process";
function noMoreProcesses() {
  const before = Object.getOwnPropertyDescriptor(ChildProcess.prototype, "spawn") ?? {};
  const value = () => {
    throw Object.assign(new Error("spawn ENOMEM"), { code: "ENOMEM" });
  };
  Object.defineProperty(ChildProcess.prototype, "spawn", { ...before, value });
  return () => void Object.defineProperty(ChildProcess.prototype, "spawn", before);
}
export {
  noMoreProcesses
};
//# sourceMappingURL=noMoreProcesses.js.map
