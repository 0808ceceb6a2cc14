import { connect, type NetConnectOpts } from 'node:net';

/** A client of SMTP over a real socket that waits for each answer, once the server has said its first. */
export async function smtpTestClient(to: NetConnectOpts) {
  const socket = connect(to);
  let said = '';
  let isClosed = false;
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('data', (chunk) => {
    said += chunk;
  });
  /** All that was said; empty where the connection ends without an answer. */
  const answer = async () => {
    for (let tries = 0; !/^\d{3}(?: .*)?\r\n$/m.test(said) && !isClosed && tries < 2_000; tries++)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const whole = said;
    said = '';
    return whole;
  };
  return {
    socket,
    first: await answer(),
    answer,
    isClosed: () => isClosed,
    say: (line: string) => {
      socket.write(`${line}\r\n`);
      return answer();
    },
  };
}
