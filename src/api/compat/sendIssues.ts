import type { EmailRequest } from '../../commands/email/emailDraft.ts';
import { type Issue, Refusal } from '../../commands/kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';

/** Waits for a command whose refusals name native fields, and renames these to the fields that were sent. */
export async function withSentNames<Result>(
  command: Promise<Result>,
  rename: (path: string) => string,
): Promise<Result> {
  try {
    return await command;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const issues = new Map<string, Issue>();
    for (const { path, message } of error.issues) {
      const sentPath = rename(path);
      if (!issues.has(sentPath)) issues.set(sentPath, { path: sentPath, message });
    }
    throw new Refusal(error.kind, [...issues.values()]);
  }
}

/**
 * Both original providers refuse or ignore a time that has passed. Here it is refused, so that nothing meant for another
 * time goes out at once. For a replay this is not checked: its time may have passed since the first call.
 */
export function pastTimeIssues(clock: Clock, { scheduledFor }: EmailRequest, path: string): Issue[] {
  if (scheduledFor === null || Date.parse(scheduledFor) >= clock.nowMs()) return [];
  return [{ path, message: 'has passed; leave it out to send at once' }];
}
