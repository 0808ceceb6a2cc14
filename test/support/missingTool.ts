import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs beyond node that single tests need, and where they come from on Debian and Ubuntu. */
const PACKAGES = {
  bash: 'bash',
  curl: 'curl',
  dd: 'coreutils',
  debootstrap: 'debootstrap',
  git: 'git',
  go: 'golang-go',
  gpg: 'gnupg',
  ip: 'iproute2',
  mount: 'mount',
  msmtp: 'msmtp',
  npm: 'npm',
  openssl: 'openssl',
  php: 'php-cli',
  postfix: 'postfix libsasl2-modules',
  prlimit: 'util-linux',
  prometheus: 'prometheus',
  promtool: 'prometheus',
  python3: 'python3 python3-venv',
  ruby: 'ruby',
  setpriv: 'util-linux',
  sh: 'dash',
  sqlite3: 'sqlite3',
  strace: 'strace',
  script: 'bsdutils',
  swaks: 'swaks',
  'systemd-analyze': 'systemd',
  'systemd-notify': 'systemd',
  tar: 'tar',
  umount: 'mount',
  unshare: 'util-linux',
} as const;

export type Tool = keyof typeof PACKAGES;

/**
 * Why the first of these programs that PATH lacks is missing, and how to get it; null when all are there. For tests
 * that need one: `if (missing !== null) return skipped(missing)`. In CI a missing one is an error.
 */
export function missingTool(...tools: readonly Tool[]): string | null {
  const missing = tools.find((tool) => programInPath(tool) === null);
  if (missing === undefined) return null;
  const reason = `${missing} is not installed (apt-get install ${PACKAGES[missing]})`;
  if (process.env.CI) throw new Error(reason);
  return reason;
}

/** Why strace is missing, or may not trace; null when it may. */
export function missingStrace(): string | null {
  const missing = missingTool('strace');
  if (missing !== null) return missing;
  if (isDone('strace', ['-f', '-o', '/dev/null', process.execPath, '--version'])) return null;
  return 'strace may not trace a process here (run as root, or give the container --cap-add SYS_PTRACE)';
}

/** Why processes cannot have process numbers of their own here; null when they can. */
export function missingPidNamespace(): string | null {
  const missing = missingTool('unshare', 'sh');
  if (missing !== null) return missing;
  if (isDone('unshare', ['--pid', '--fork', 'sh', '-c', ':'])) return null;
  return 'no PID namespace may be made here (run as root, or give the container --cap-add SYS_ADMIN)';
}

/** Why a test that reads /proc, or binds other loopback addresses, cannot run here; null on Linux. */
export function missingLinux(): string | null {
  return process.platform === 'linux' ? null : `this is ${process.platform} (run the tests on Linux)`;
}

/** The file that PATH finds for a program; null where it finds none. Nothing is started. */
export function programInPath(program: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, program)).find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const isDone = (program: string, args: readonly string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;
