// test/double/outbox.ts
async function deliver(call, message) {
  if (call.cancelled || call.destroyed) return false;
  if (call.write(message)) return true;
  await new Promise((resolve) => {
    const done = () => {
      call.off("drain", done);
      call.off("close", done);
      call.off("cancelled", done);
      resolve();
    };
    call.on("drain", done);
    call.on("close", done);
    call.on("cancelled", done);
  });
  return !call.cancelled && !call.destroyed;
}
var CHANNEL_PLACES = 32;
function outboxOf(call, gate) {
  const waiting = [];
  const listeners = [];
  let isPumping = false;
  let isGone = false;
  let failure = null;
  let room = () => {
  };
  const over = () => {
    room();
    for (const listener of listeners.splice(0)) listener();
  };
  const gone = () => {
    isGone = true;
    over();
  };
  call.on("cancelled", gone);
  call.on("close", gone);
  const pump = async () => {
    if (isPumping) return;
    isPumping = true;
    while (!isGone) {
      await gate.thawed();
      const message = waiting.shift();
      if (message === void 0) break;
      room();
      if (message.hasEvent()) gate.delivered += 1;
      if (!await deliver(call, message)) gone();
    }
    isPumping = false;
    if (failure !== null && !isGone) {
      call.emit("error", failure);
      gone();
    }
  };
  const add = (message) => {
    waiting.push(message);
    void pump();
  };
  const isOver = () => isGone || failure !== null;
  return {
    async put(message) {
      while (waiting.length >= CHANNEL_PLACES && !isOver()) {
        await new Promise((resolve) => {
          room = resolve;
        });
      }
      if (isOver()) return false;
      add(message);
      return true;
    },
    tryPut(message) {
      if (isOver() || waiting.length >= CHANNEL_PLACES) return false;
      add(message);
      return true;
    },
    fail(error) {
      if (isOver()) return;
      failure = error;
      over();
      void pump();
    },
    get isOver() {
      return isOver();
    },
    whenOver: (listener) => void listeners.push(listener)
  };
}
export {
  CHANNEL_PLACES,
  deliver,
  outboxOf
};
//# sourceMappingURL=outbox.js.map
