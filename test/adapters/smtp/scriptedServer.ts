import { createServer, type Socket } from 'node:net';

export interface ScriptedServer {
  readonly port: number;
  /** Every line that it was sent, of all connections. */
  readonly lines: string[];
  /** Connections so far. */
  readonly connections: number;
  /** The most that were open at a time. */
  readonly mostAtOnce: number;
  close(): Promise<void>;
}

interface ScriptedOptions {
  readonly greeting?: string | null;
  readonly greetingAfterMs?: number;
  readonly host?: string;
  readonly port?: number;
}

/** A server that says only what `talk` makes it say, after a greeting; null: it does not greet. */
export async function scriptedServer(
  talk: (socket: Socket, line: string) => void,
  { greeting = '220 here', greetingAfterMs = 0, host = '127.0.0.1', port = 0 }: ScriptedOptions = {},
): Promise<ScriptedServer> {
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let mostAtOnce = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    // Those that the server itself has ended are not counted.
    const open = [...sockets].filter(({ writableEnded }) => !writableEnded);
    mostAtOnce = Math.max(mostAtOnce, open.length);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (greeting !== null) setTimeout(() => socket.write(`${greeting}\r\n`), greetingAfterMs);
    let rest = '';
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        lines.push(line);
        talk(socket, line);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, host, () => resolve()));
  return {
    port: (server.address() as { port: number }).port,
    lines,
    get connections() {
      return connections;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
}

/** Answers as a plain server does, but for the commands that are given other answers. */
export function plainTalk(others: Readonly<Record<string, string>> = {}, ehlo = '250 here') {
  const inData = new WeakSet<Socket>();
  const answerTo = (socket: Socket, line: string): string | null => {
    if (inData.has(socket)) {
      if (line !== '.') return null;
      inData.delete(socket);
      return others['.'] ?? '250 2.0.0 taken';
    }
    const command = line.toUpperCase();
    const given = Object.entries(others).find(([start]) => command.startsWith(start.toUpperCase()));
    if (given !== undefined) return given[1];
    if (command.startsWith('EHLO')) return ehlo;
    if (command === 'DATA') inData.add(socket);
    return command === 'DATA' ? '354 go on' : '250 2.0.0 fine';
  };
  return (socket: Socket, line: string): void => {
    const answer = answerTo(socket, line);
    if (answer !== null) socket.write(`${answer}\r\n`);
    if (line.toUpperCase() === 'QUIT') socket.end();
  };
}
