import { measuredAppendRules } from './appendRulesSuite.ts';
import type { Server } from './bare.ts';
import { measuredReadRules } from './readRulesSuite.ts';

/**
 * What was measured on a real server, told with the bare client: the double is held to it, and so is a real server
 * where there is one.
 */
export function measuredRules(name: string, start: () => Promise<Server>): void {
  measuredAppendRules(`${name}: appends`, start);
  measuredReadRules(`${name}: reads`, start);
}
