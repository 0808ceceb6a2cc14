/** The parts of the `smpp` package that are used; it has no types. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer, Socket } from 'node:net';

  export class PDU {
    /** Bytes that a PDU has at most, of all sessions. */
    static maxLength: number;
    constructor(command: string | Buffer, fields?: Readonly<Record<string, unknown>>);
    /** The next PDU of so many bytes, the first four of which are read; false while it is not complete. */
    static fromStream(stream: Socket, length: number): PDU | false;
    readonly command: string;
    readonly command_status: number;
    readonly sequence_number: number;
    readonly [field: string]: unknown;
    response(fields?: Readonly<Record<string, unknown>>): Pdu;
    isResponse(): boolean;
    toBuffer(): Buffer;
  }

  export type Pdu = PDU;

  export class Session extends EventEmitter {
    constructor(options: { readonly socket: Socket });
    readonly socket: Socket;
    /** By sequence number: who awaits an answer. Internal to the package. */
    readonly _callbacks: Record<number, (answer: Pdu) => void>;
    send(pdu: Pdu, onAnswer?: (answer: Pdu) => void): boolean;
    close(): void;
    destroy(): void;
  }

  export function createServer(listener: (session: Session) => void): NetServer;
}
