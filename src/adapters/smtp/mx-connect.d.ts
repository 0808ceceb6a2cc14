/** The part of mx-connect 2.0 that is used; the package has no types. */
declare module 'mx-connect' {
  import type { Socket } from 'node:net';

  interface MxHost {
    readonly exchange: string;
    readonly priority: number;
    readonly A?: readonly string[];
    readonly AAAA?: readonly string[];
  }

  interface MxConnectOptions {
    readonly target: string;
    readonly port?: number;
    /** For each host, in milliseconds. */
    readonly maxConnectTime?: number;
    readonly mx?: readonly MxHost[];
    /** Addresses that are skipped. */
    readonly ignoreMXHosts?: readonly string[];
    /** The error that is thrown when all addresses are skipped. */
    readonly mxLastError?: Error;
    readonly dnsOptions?: {
      readonly blockLocalAddresses?: boolean;
      readonly blockReservedNetworks?: boolean;
      readonly resolveRecords?: (
        domain: string,
        type: 'MX' | 'A' | 'AAAA' | 'TXT',
      ) => Promise<readonly unknown[]>;
    };
    /** Called before each connection; an error given to `done` ends the whole attempt. */
    readonly connectHook?: (
      delivery: object,
      options: { readonly host: string },
      done: (error?: Error) => void,
    ) => void;
  }

  interface MxConnection {
    readonly socket: Socket;
    /** Name of the host. */
    readonly hostname: string;
    /** Address that was connected to. */
    readonly host: string;
  }

  export default function mxConnect(options: MxConnectOptions): Promise<MxConnection>;
}
