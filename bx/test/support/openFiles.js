// test/support/openFiles.ts
import { existsSync, readdirSync, readlinkSync } from "node:fs";
function openFiles() {
  const all = "/proc/self/fd";
  if (!existsSync(all)) return [];
  return readdirSync(all).flatMap((fd) => {
    try {
      return [readlinkSync(`${all}/${fd}`)];
    } catch {
      return [];
    }
  });
}
export {
  openFiles
};
//# sourceMappingURL=openFiles.js.map
