// test/faults/crashPoints.ts
function crashAt({ step, nth }) {
  let times = 0;
  return (reached) => {
    if (reached !== step || ++times < nth) return;
    process.kill(process.pid, "SIGKILL");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
}
function crashingPorts(ports, reach) {
  const { store, documents, blobs } = ports;
  return {
    ...ports,
    store: {
      ...store,
      async append(stream, expected, events) {
        for (const { type } of events) reach(`before-append:${type}`);
        const appended = await store.append(stream, expected, events);
        for (const { type } of events) reach(`after-append:${type}`);
        return appended;
      }
    },
    blobs: {
      ...blobs,
      async put(bytes) {
        const ref = await blobs.put(bytes);
        reach("after-blob");
        return ref;
      }
    },
    documents: {
      ...documents,
      async collection(definition) {
        const collection = await documents.collection(definition);
        return {
          ...collection,
          async writeMany(writes) {
            await collection.writeMany(writes);
            reach(definition.name === "checkpoints" ? "after-checkpoint" : "after-documents");
          }
        };
      }
    }
  };
}
function crashingMailer(mailer, reach) {
  return {
    ...mailer,
    async send(mail) {
      const outcome = await mailer.send(mail);
      reach("after-mail");
      return outcome;
    }
  };
}
function crashingPoster(poster, reach) {
  return {
    ...poster,
    async post(request, signal) {
      const outcome = await poster.post(request, signal);
      reach("after-post");
      return outcome;
    }
  };
}
export {
  crashAt,
  crashingMailer,
  crashingPorts,
  crashingPoster
};
//# sourceMappingURL=crashPoints.js.map
