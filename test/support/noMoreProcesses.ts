import { ChildProcess } from 'node:child_process';

/** Lets no child process be started, as where memory is used up: node throws then, and emits nothing. The result undoes it. */
export function noMoreProcesses(): () => void {
  const before = Object.getOwnPropertyDescriptor(ChildProcess.prototype, 'spawn') ?? {};
  const value = () => {
    throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' });
  };
  Object.defineProperty(ChildProcess.prototype, 'spawn', { ...before, value });
  return () => void Object.defineProperty(ChildProcess.prototype, 'spawn', before);
}
