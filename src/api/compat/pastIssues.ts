import type { EmailRequest } from '../../commands/email/emailDraft.ts';
import type { Issue } from '../../commands/kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';

/**
 * Both original providers refuse or ignore a time that has passed; here it is refused, so that nothing meant for
 * another time goes out at once. A replay is not asked: its time may well have passed meanwhile.
 */
export function pastIssues(clock: Clock, { scheduledFor }: EmailRequest, path: string): Issue[] {
  if (scheduledFor === null || Date.parse(scheduledFor) >= clock.nowMs()) return [];
  return [{ path, message: 'has passed; leave it out to send at once' }];
}
