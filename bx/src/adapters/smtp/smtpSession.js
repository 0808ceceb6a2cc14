// src/adapters/smtp/smtpSession.ts
var QUIT_MS = 2e3;
function sessionOf(connection, server) {
  let isAlive = !connection.destroyed;
  let transactions = 0;
  connection.once("end", () => {
    isAlive = false;
  });
  return {
    server,
    get isAlive() {
      return isAlive;
    },
    get transactions() {
      return transactions;
    },
    async send({ from, to, sizeBytes, dsn }, message) {
      const envelope = {
        from,
        to: [to],
        size: sizeBytes,
        dsn: { ret: "HDRS", envid: dsn.envid, orcpt: `rfc822;${dsn.orcpt}`, notify: [...dsn.notify] }
      };
      return answered(connection, (resolve, reject) => {
        const pipe = (stream) => {
          try {
            message.writeTo(stream);
          } catch (error) {
            reject(error);
          }
        };
        connection.send(
          envelope,
          { pipe },
          (error, info) => error ? reject(error) : resolve(info?.response ?? "")
        );
      }).finally(() => {
        transactions++;
      });
    },
    reset: () => answered(
      connection,
      (resolve, reject) => connection.reset((error) => error ? reject(error) : resolve())
    ),
    onEnd(listener) {
      if (isAlive) connection.once("end", listener);
      else listener();
    },
    quit() {
      if (!isAlive) return;
      connection.quit();
      setTimeout(() => connection.close(), QUIT_MS).unref();
    },
    destroy: () => connection.close()
  };
}
function answered(connection, ask) {
  return new Promise((resolve, reject) => {
    const onEnd = () => queueMicrotask(() => end(() => reject(failure("the connection ended", "ECONNECTION"))));
    const end = (settle) => {
      connection.off("end", onEnd);
      settle();
    };
    connection.once("end", onEnd);
    ask(
      (answer) => end(() => resolve(answer)),
      (error) => end(() => reject(error))
    );
  });
}
function failure(message, code) {
  return Object.assign(new Error(message), { code });
}
export {
  answered,
  failure,
  sessionOf
};
//# sourceMappingURL=smtpSession.js.map
