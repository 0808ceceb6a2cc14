// test/simulation/fast/fakeTime.ts
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { programInPath } from "../../support/missingTool.js";
var LIBRARY_FOLDERS = ["x86_64-linux-gnu", "aarch64-linux-gnu", "arm-linux-gnueabihf"];
var RATE = 60;
function missingFakeTime() {
  if (process.platform !== "linux") return `this is ${process.platform} (run it on Linux)`;
  if (programInPath("faketime") !== null && libraryPath() !== null) return null;
  return "faketime is not installed, without which time cannot run faster (apt-get install faketime)";
}
function libraryPath() {
  const paths = LIBRARY_FOLDERS.map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`);
  return paths.find((path) => existsSync(path)) ?? null;
}
function fakeTime(folder) {
  const file = join(folder, "faketime");
  const library = libraryPath() ?? "";
  let rate = 1;
  let sinceReal = performance.now();
  let baseMs = Date.now();
  let processBeganReal = sinceReal;
  let commands = 0;
  const nowMs = () => baseMs + (performance.now() - sinceReal) * rate;
  const rebase = (ms, newRate) => {
    baseMs = ms;
    sinceReal = performance.now();
    rate = newRate;
  };
  const preload = (path) => ({
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: path,
    FAKETIME_CACHE_DURATION: "1",
    FAKETIME_DONT_RESET: "1",
    // Times of files stay the machine's: they are only compared with each other.
    NO_FAKE_STAT: "1",
    TZ: "UTC"
  });
  return {
    nowMs,
    fast() {
      const beganMs = nowMs() - (performance.now() - processBeganReal) * RATE;
      const wholeMs = wholeSecond(beganMs);
      writeFileSync(file, `${dateText(wholeMs)} x${RATE}
`);
      rebase(nowMs() + wholeMs - beganMs, RATE);
    },
    processEnv() {
      const ms = wholeSecond(nowMs());
      writeFileSync(file, `${dateText(ms)} x1
`);
      rebase(ms, 1);
      processBeganReal = sinceReal;
      return preload(file);
    },
    commandEnv() {
      commands += 1;
      const path = `${file}-command-${commands}`;
      writeFileSync(path, `${dateText(wholeSecond(nowMs()))} x1
`);
      return preload(path);
    },
    forgetProcess(pid) {
      for (const name of [`faketime_shm_${pid}`, `sem.faketime_sem_${pid}`])
        rmSync(join("/dev/shm", name), { force: true });
    },
    async sleep(ms) {
      const untilMs = nowMs() + ms;
      for (let leftMs = ms; leftMs > 0; leftMs = untilMs - nowMs())
        await new Promise((resolve) => setTimeout(resolve, Math.min(leftMs / rate, 100)));
    }
  };
}
var wholeSecond = (ms) => Math.ceil(ms / 1e3) * 1e3;
var dateText = (ms) => `@${new Date(ms).toISOString().slice(0, 19).replace("T", " ")}`;
export {
  fakeTime,
  missingFakeTime
};
//# sourceMappingURL=fakeTime.js.map
