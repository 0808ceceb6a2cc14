// test/support/missingTool.ts
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
var PACKAGES = {
  bash: "bash",
  curl: "curl",
  dd: "coreutils",
  git: "git",
  go: "golang-go",
  ip: "iproute2",
  mount: "mount",
  msmtp: "msmtp",
  npm: "npm",
  php: "php-cli",
  postfix: "postfix libsasl2-modules",
  prlimit: "util-linux",
  prometheus: "prometheus",
  promtool: "prometheus",
  python3: "python3 python3-venv",
  ruby: "ruby",
  setpriv: "util-linux",
  sh: "dash",
  sqlite3: "sqlite3",
  strace: "strace",
  script: "bsdutils",
  swaks: "swaks",
  "systemd-analyze": "systemd",
  "systemd-notify": "systemd",
  tar: "tar",
  umount: "mount",
  unshare: "util-linux"
};
function missingTool(...tools) {
  const missing = tools.find((tool) => programInPath(tool) === null);
  if (missing === void 0) return null;
  const reason = `${missing} is not installed (apt-get install ${PACKAGES[missing]})`;
  if (process.env.CI) throw new Error(reason);
  return reason;
}
function missingStrace() {
  const missing = missingTool("strace");
  if (missing !== null) return missing;
  if (isDone("strace", ["-f", "-o", "/dev/null", process.execPath, "--version"])) return null;
  return "strace may not trace a process here (run as root, or give the container --cap-add SYS_PTRACE)";
}
function missingPidNamespace() {
  const missing = missingTool("unshare", "sh");
  if (missing !== null) return missing;
  if (isDone("unshare", ["--pid", "--fork", "sh", "-c", ":"])) return null;
  return "no PID namespace may be made here (run as root, or give the container --cap-add SYS_ADMIN)";
}
function missingLinux() {
  return process.platform === "linux" ? null : `this is ${process.platform} (run the tests on Linux)`;
}
function programInPath(program) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, program)).find(isExecutable) ?? null;
}
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
var isDone = (program, args) => spawnSync(program, args, { stdio: "ignore" }).status === 0;
export {
  missingLinux,
  missingPidNamespace,
  missingStrace,
  missingTool,
  programInPath
};
//# sourceMappingURL=missingTool.js.map
