import * as assert from 'uvu/assert';
import type { Decider } from '../../src/commands/kernel/decider.ts';
import { type Issue, Refusal, type RefusalKind } from '../../src/commands/kernel/refusal.ts';

/** Given events, when a command, then events or a refusal: a decider's specification, without any store. */
export function given<State, Command, Event>(decider: Decider<State, Command, Event>, ...history: Event[]) {
  const state = history.reduce((now, event) => decider.evolve(now, event), decider.initial);
  return {
    when: (command: Command) => ({
      then: (...expected: Event[]) => assert.equal(decider.decide(command, state), expected),
      thenRefused: (kind: RefusalKind, ...issues: Partial<Issue>[]) => {
        try {
          decider.decide(command, state);
        } catch (error) {
          assert.instance(error, Refusal);
          const refusal = error as Refusal;
          assert.is(refusal.kind, kind);
          issues.forEach((issue, at) => {
            assert.equal({ ...refusal.issues[at], ...issue }, refusal.issues[at]);
          });
          return;
        }
        assert.unreachable('the command was not refused');
      },
    }),
  };
}
