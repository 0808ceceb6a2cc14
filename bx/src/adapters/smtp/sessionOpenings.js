// src/adapters/smtp/sessionOpenings.ts
function sessionOpenings(open, onOpened, onFailed) {
  const underWay = /* @__PURE__ */ new Set();
  return {
    get size() {
      return underWay.size;
    },
    begin() {
      const opening = open().then(
        (session) => {
          underWay.delete(opening);
          onOpened(session);
        },
        (error) => {
          underWay.delete(opening);
          onFailed(error);
          throw error;
        }
      );
      underWay.add(opening);
      opening.catch(() => {
      });
    },
    async first() {
      for (; ; ) {
        try {
          return await Promise.any(underWay);
        } catch (error) {
          if (underWay.size === 0) throw error.errors[0];
        }
      }
    }
  };
}
export {
  sessionOpenings
};
//# sourceMappingURL=sessionOpenings.js.map
