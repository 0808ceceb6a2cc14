// test/support/smtpTestClient.ts
import { connect } from "node:net";
async function smtpTestClient(to) {
  const socket = connect(to);
  let said = "";
  let isClosed = false;
  socket.on("error", () => {
  });
  socket.on("close", () => {
    isClosed = true;
  });
  socket.on("data", (chunk) => {
    said += chunk;
  });
  const answer = async () => {
    for (let tries = 0; !/^\d{3}(?: .*)?\r\n$/m.test(said) && !isClosed && tries < 2e3; tries++)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const whole = said;
    said = "";
    return whole;
  };
  return {
    socket,
    first: await answer(),
    answer,
    isClosed: () => isClosed,
    say: (line) => {
      socket.write(`${line}\r
`);
      return answer();
    }
  };
}
export {
  smtpTestClient
};
//# sourceMappingURL=smtpTestClient.js.map
