// test/simulation/fast/scenarios/killedRenderer.ts
import { setTimeout as sleep } from "node:timers/promises";
import { childrenOf, commandOf } from "../service.js";
import { call } from "../world.js";
var MAILS = 12;
var RENDERED_MS = 2e4;
var LOADED_MS = 400;
var LOOK_MS = 15;
var LOOP = "{% for n in (1..4000) %}{{ n }}{% endfor %}";
var killedRenderer = {
  name: "a mail ended because its renderer was killed",
  knownFaultOf: null,
  isAbout: ({ rule, what }) => rule === "a final outcome has evidence in a journal" && what.includes("RenderingFailed") || rule === "every accepted mail reaches the server, none more often than kills allow" && what.includes("never got its mail"),
  async live(world) {
    const { journal, service } = world;
    await restartedAtOrdinarySpeed(world);
    const { body } = await call(service, "POST", "/v1/templates", {
      ...{ friendly_name: "loop", name: "Loop", subject: "Loop", text: LOOP }
    });
    const recipients = Array.from({ length: MAILS }, (_, at) => `takes-${at}@receiver.test`);
    for (const recipient of recipients) {
      const key = `loop-${recipient}`;
      const begunAtMs = world.time.nowMs();
      const answer = await call(
        service,
        "POST",
        "/v1/emails",
        { from: "shop@sender.test", to: recipient, template_id: body.id },
        { "idempotency-key": key }
      );
      journal.note("clients", {
        key,
        recipients: [recipient],
        status: answer.status,
        answer: answer.body,
        begunAtMs
      });
    }
    const endsAt = performance.now() + RENDERED_MS;
    const seen = /* @__PURE__ */ new Map();
    while (performance.now() < endsAt && journal.books.mail.length < MAILS) {
      for (const pid of renderersOf(service)) {
        const since = seen.get(pid) ?? performance.now();
        seen.set(pid, since);
        if (performance.now() - since > LOADED_MS) process.kill(pid, "SIGTERM");
      }
      await sleep(LOOK_MS);
    }
    await service.stop();
  }
};
async function restartedAtOrdinarySpeed({ service }) {
  await service.stop();
  await service.start("ordinary speed");
}
function renderersOf(service) {
  const children = childrenOf(service.pid());
  const below = [...children, ...children.flatMap(childrenOf)];
  return below.filter((pid) => commandOf(pid).includes("renderProgram"));
}
export {
  killedRenderer
};
//# sourceMappingURL=killedRenderer.js.map
