import { answersContract } from './poster/answers.ts';
import type { Open } from './poster/asking.ts';
import { bodyContract } from './poster/body.ts';
import { deadKeptContract } from './poster/deadKept.ts';
import { exchangeContract } from './poster/exchange.ts';
import { guardContract } from './poster/guard.ts';
import { hostileContract } from './poster/hostile.ts';
import { interimContract } from './poster/interim.ts';
import { keepAliveContract } from './poster/keepAlive.ts';
import { reuseContract } from './poster/reuse.ts';

/** Every rule of src/ports/poster.ts as a test, against receivers on loopback that mean no good. */
export function posterContract(name: string, open: Open): void {
  exchangeContract(`${name}: exchanges`, open);
  bodyContract(`${name}: bodies of answers`, open);
  hostileContract(`${name}: hostile receivers`, open);
  answersContract(`${name}: answers, whatever they are`, open);
  interimContract(`${name}: informational answers`, open);
  guardContract(`${name}: whom it speaks to`, open);
  deadKeptContract(`${name}: kept connections that are dead`, open);
  keepAliveContract(`${name}: what stands behind an answer`, open);
  reuseContract(`${name}: connections that are kept`, open);
}
