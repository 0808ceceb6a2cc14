import { join } from 'node:path';
import { startMongo, startRedis } from '../servers/servers.ts';
import { childDouble } from '../support/childDouble.ts';
import { type FaultProxy, faultProxy } from '../support/faultProxy.ts';

/** An engine as a process of its own that the service reaches only through a proxy. */
export interface ProxiedEngine {
  readonly name: string;
  /** Past the proxy: for those who look on. */
  readonly directUrl: string;
  readonly proxy: FaultProxy;
  /** SIGKILL; the data stay. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** SIGSTOP and SIGCONT. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

export interface ProxiedEngines {
  readonly eventStore: ProxiedEngine;
  readonly mongo: ProxiedEngine;
  readonly redis: ProxiedEngine;
  /** The settings by which the service finds them, through the proxies. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The double of EventStoreDB, the MongoDB-protocol server and Redis. The test file says `needs` for them first. */
export async function proxiedEngines(folder: string): Promise<ProxiedEngines> {
  const [mongo, redis] = await Promise.all([startMongo(), startRedis()]);
  const double = await childDouble(join(folder, 'eventstore'));
  const [toDouble, toMongo, toRedis] = await Promise.all(
    [double.port, mongo.port, redis.port].map((port) => faultProxy(port)),
  );
  if (toDouble === undefined || toMongo === undefined || toRedis === undefined) throw new Error('no proxy');
  const eventStore: ProxiedEngine = {
    name: 'EventStoreDB (double)',
    directUrl: double.url,
    proxy: toDouble,
    kill: () => double.kill(),
    restart: () => double.restart(),
    pause: () => double.signal('SIGSTOP'),
    resume: () => double.signal('SIGCONT'),
    async close() {
      await toDouble.close();
      await double.kill();
    },
  };
  const proxied = (name: string, proxy: FaultProxy, server: typeof mongo): ProxiedEngine => ({
    name,
    directUrl: server.url,
    proxy,
    kill: () => server.kill(),
    restart: () => server.restart(),
    pause: () => server.pause(),
    resume: () => server.resume(),
    async close() {
      await proxy.close();
      await server.stop();
    },
  });
  const engines = [eventStore, proxied('MongoDB', toMongo, mongo), proxied('Redis', toRedis, redis)] as const;
  return {
    eventStore: engines[0],
    mongo: engines[1],
    redis: engines[2],
    env: {
      EVENTSTORE_URL: `esdb://127.0.0.1:${toDouble.port}?tls=false`,
      MONGODB_URL: `mongodb://127.0.0.1:${toMongo.port}/?directConnection=true`,
      REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
      POSTLEDGER_PARTITIONS: '4',
    },
    async close() {
      await Promise.all(engines.map((engine) => engine.close()));
    },
  };
}
