import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream, ServiceError } from '@grpc/grpc-js';
import type { Gate } from './gate.ts';

export type ReadCall = ServerWritableStream<streams.ReadReq, streams.ReadResp>;

/** Writes unless the reader is slow; then waits for it. False once the reader is gone. */
export async function deliver(call: ReadCall, message: streams.ReadResp): Promise<boolean> {
  if (call.cancelled || call.destroyed) return false;
  if (call.write(message)) return true;
  await new Promise<void>((resolve) => {
    const done = () => {
      call.off('drain', done);
      call.off('close', done);
      call.off('cancelled', done);
      resolve();
    };
    call.on('drain', done);
    call.on('close', done);
    call.on('cancelled', done);
  });
  return !call.cancelled && !call.destroyed;
}

/** Messages that wait for the reader of a subscription. */
export const CHANNEL_PLACES = 32;

/** What a subscription has for its reader; a full one holds back or refuses who adds to it. */
export interface Outbox {
  /** Waits for a place. False once the reader is gone, or the subscription has failed. */
  put(message: streams.ReadResp): Promise<boolean>;
  /** False where there is no place. */
  tryPut(message: streams.ReadResp): boolean;
  /** Ends the call, behind what waits. */
  fail(error: ServiceError): void;
  readonly isOver: boolean;
  /** Called when the reader is gone, or the subscription has failed. */
  whenOver(listener: () => void): void;
}

export function outboxOf(call: ReadCall, gate: Gate): Outbox {
  const waiting: streams.ReadResp[] = [];
  const listeners: (() => void)[] = [];
  let isPumping = false;
  let isGone = false;
  let failure: ServiceError | null = null;
  let room: () => void = () => {};
  const over = () => {
    room();
    for (const listener of listeners.splice(0)) listener();
  };
  const gone = () => {
    isGone = true;
    over();
  };
  call.on('cancelled', gone);
  call.on('close', gone);

  const pump = async () => {
    if (isPumping) return;
    isPumping = true;
    while (!isGone) {
      await gate.thawed();
      const message = waiting.shift();
      if (message === undefined) break;
      room();
      if (message.hasEvent()) gate.delivered += 1;
      if (!(await deliver(call, message))) gone();
    }
    isPumping = false;
    if (failure !== null && !isGone) {
      call.emit('error', failure);
      gone();
    }
  };
  const add = (message: streams.ReadResp) => {
    waiting.push(message);
    void pump();
  };
  const isOver = () => isGone || failure !== null;
  return {
    async put(message) {
      while (waiting.length >= CHANNEL_PLACES && !isOver()) {
        await new Promise<void>((resolve) => {
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
    whenOver: (listener) => void listeners.push(listener),
  };
}
