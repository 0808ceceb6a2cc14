import type { Issue } from '../commands/kernel/refusal.ts';
import { MAX_ISSUES } from './schemaIssues.ts';

/** More faults of an object body than these are not listed. */
const MAX_OF_BODY = 100;
/** Of an element of an array body, such as an email of a batch: so those of one leave room for those of every other. */
const MAX_OF_ELEMENT = 10;

/** Faults of a body in the order in which they are found. An element of an array body that has none in it is without fault. */
export interface FaultList {
  readonly issues: readonly Issue[];
  /** @param top the first step of the path: the index of the element; `path` is called where the fault is listed */
  add(top: string | number | undefined, path: () => string, message: string): void;
  isFull(): boolean;
}

export function faultList(isArray: boolean): FaultList {
  const issues: Issue[] = [];
  const ofElement = new Map<string | number, number>();
  const isFull = () => issues.length >= (isArray ? MAX_ISSUES : MAX_OF_BODY);
  return {
    issues,
    isFull,
    add(top = '', path, message) {
      const before = ofElement.get(top) ?? 0;
      if (isFull() || (isArray && before >= MAX_OF_ELEMENT)) return;
      if (isArray) ofElement.set(top, before + 1);
      issues.push({ path: path(), message });
    },
  };
}
