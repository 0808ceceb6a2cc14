// test/support/given.ts
import * as assert from "uvu/assert";
import { Refusal } from "../../src/commands/kernel/refusal.js";
function given(decider, ...history) {
  const state = history.reduce((now, event) => decider.evolve(now, event), decider.initial);
  return {
    when: (command) => ({
      then: (...expected) => assert.equal(decider.decide(command, state), expected),
      thenRefused: (kind, ...issues) => {
        try {
          decider.decide(command, state);
        } catch (error) {
          assert.instance(error, Refusal);
          const refusal = error;
          assert.is(refusal.kind, kind);
          issues.forEach((issue, at) => {
            assert.equal({ ...refusal.issues[at], ...issue }, refusal.issues[at]);
          });
          return;
        }
        assert.unreachable("the command was not refused");
      }
    })
  };
}
export {
  given
};
//# sourceMappingURL=given.js.map
