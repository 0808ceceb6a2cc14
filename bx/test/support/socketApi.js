// test/support/socketApi.ts
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
async function listen({ app }) {
  await app.listen({ host: "127.0.0.1", port: 0 });
  return app.server.address().port;
}
function rawExchange(port, ...parts) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const answer = [];
    socket.on("data", (chunk) => answer.push(chunk));
    socket.on("error", () => {
    });
    socket.on("close", () => resolve(Buffer.concat(answer).toString("latin1")));
    for (const part of parts) socket.write(part);
  });
}
function post(port, path, headers, parts) {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: "127.0.0.1", method: "POST", path, headers }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on(
        "end",
        () => resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          headers: response.headers
        })
      );
    });
    request.on("error", reject);
    const iterator = parts[Symbol.iterator]();
    const write = () => {
      for (; ; ) {
        const { done, value } = iterator.next();
        if (done) return void request.end();
        if (!request.write(value)) return void request.once("drain", write);
      }
    };
    write();
  });
}
export {
  listen,
  post,
  rawExchange
};
//# sourceMappingURL=socketApi.js.map
