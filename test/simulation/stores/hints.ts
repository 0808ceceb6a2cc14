import type { Hints } from '../../../src/ports/hints.ts';
import type { Chance } from '../chance.ts';
import type { Agenda } from '../time/agenda.ts';
import type { Life } from '../time/life.ts';
import type { StoreTroubles } from './troubles.ts';

interface Listener {
  readonly life: Life;
  readonly handler: (message: string) => void;
}

export interface WorldHints {
  /** Time passes in which everyone who runs would have said again what was said last: they are heard once more. */
  passOver(): void;
  view(life: Life): Hints;
}

/** On these channels processes say again and again that they are there. */
const MEMBERS = 'members:';
const TAKES_MS = [0.1, 3] as const;

const runs = (life: Life) => life.isAlive() && !life.isPaused();

/** Hints between all processes. They may be lost, and come twice. */
export function worldHints(agenda: Agenda, chance: Chance, troubles: StoreTroubles): WorldHints {
  const channels = new Map<string, Set<Listener>>();
  /** Signs of life, by channel and who gave them. */
  const signs = new Map<
    string,
    { readonly life: Life; readonly channel: string; readonly message: string }
  >();
  return {
    passOver() {
      for (const [name, { life, channel, message }] of signs) {
        if (!life.isAlive()) signs.delete(name);
        else if (!life.isPaused())
          for (const listener of channels.get(channel) ?? [])
            if (runs(listener.life)) listener.handler(message);
      }
    },
    view: (life) => ({
      publish(channel, message) {
        if (channel.startsWith(MEMBERS)) signs.set(`${channel} ${life.process}`, { life, channel, message });
        for (const listener of channels.get(channel) ?? []) {
          if (!listener.life.isAlive()) channels.get(channel)?.delete(listener);
          if (troubles.strikes('hints lost', 'coordination', life.process)) continue;
          const arrive = () => {
            if (channels.get(channel)?.has(listener)) listener.handler(message);
          };
          listener.life.at(Math.ceil(agenda.nowMs() + chance.between(...TAKES_MS)), arrive, 'poll');
        }
      },
      subscribe(channel, handler) {
        const listener: Listener = { life, handler };
        const listeners = channels.get(channel) ?? new Set();
        channels.set(channel, listeners.add(listener));
        return () => void listeners.delete(listener);
      },
      async close() {
        for (const listeners of channels.values())
          for (const listener of listeners) if (listener.life === life) listeners.delete(listener);
      },
    }),
  };
}
