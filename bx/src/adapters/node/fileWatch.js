// src/adapters/node/fileWatch.ts
import { watch } from "node:fs";
function fileWatch(file, onWritten) {
  let watcher = null;
  const end = () => {
    watcher?.close();
    watcher = null;
  };
  return {
    begin() {
      try {
        watcher ??= watch(file, { persistent: false }, onWritten).on("error", end);
      } catch {
      }
    },
    end
  };
}
export {
  fileWatch
};
//# sourceMappingURL=fileWatch.js.map
