import type { Liquid } from 'liquidjs';
import { readMail } from '../../../src/adapters/intake/readMail.ts';
import { causeOf, faultOf, liquidEngine, merged } from '../../../src/adapters/liquid/liquidEngine.ts';
import { mimeComposer } from '../../../src/adapters/mime/composer.ts';
import { dkimSigner } from '../../../src/adapters/mime/dkimSigner.ts';
import {
  type Renderer,
  RendererBusy,
  type RenderOutcome,
  type RenderRequest,
} from '../../../src/ports/renderer.ts';
import type { Life } from '../time/life.ts';
import type { OutsidePart, OutsideParts } from './outside.ts';

const RENDER_TAKES_MS = [1, 12] as const;
/** While it is busy, until it is done or its process has died: at most a little longer than its limit of time. */
const BUSY_TAKES_MS = [100, 3_000] as const;

/**
 * What writes and reads mail: the real composer, signer, parser and engine of templates, without the processes and threads that
 * they have to themselves in the service.
 */
export function writing(
  parts: OutsideParts,
): OutsidePart<'renderer' | 'callRenderer' | 'composer' | 'signer' | 'mailReader' | 'unmatched'> {
  const { driver } = parts;
  const composer = mimeComposer();
  const signer = dkimSigner();
  const engines = { escaping: liquidEngine(true), plain: liquidEngine(false) };
  const engineOf = (html: boolean) => (html ? engines.escaping : engines.plain);
  return {
    portsFor(life) {
      const renderer = rendererFor(parts, life, engineOf);
      return {
        ...{ renderer, callRenderer: renderer, signer },
        composer: { ...composer, compose: (content) => driver.real(() => composer.compose(content)) },
        mailReader: {
          read: (raw) => driver.real(() => readMail(raw).catch(() => null)),
          verify: async () => false,
          close: async () => {},
        },
        unmatched: { store: async () => {}, list: async () => [], removeOld: async () => {} },
      };
    },
  };
}

function rendererFor(
  { agenda, away, chance }: OutsideParts,
  life: Life,
  engineOf: (html: boolean) => Liquid,
): Renderer {
  const own = chance(`renderer of ${life.process}`);
  const later = <Result>(act: () => Result) =>
    new Promise<Result>((resolve, reject) => {
      const isBusy = away.is('renderer busy', 'renderer');
      const [least, most] = isBusy ? BUSY_TAKES_MS : RENDER_TAKES_MS;
      const hasDied = isBusy && own.is(0.5);
      life.at(agenda.nowMs() + own.between(least, most), () => {
        if (hasDied) reject(new RendererBusy('the process that renders has died'));
        else resolve(act());
      });
    });
  const rendered = ({ parts, variables }: RenderRequest): RenderOutcome => {
    const texts: Record<string, string> = {};
    for (const { name, source, escape: html } of parts) {
      try {
        const engine = engineOf(html);
        texts[name] = String(engine.renderSync(engine.parse(source), merged(variables)));
      } catch (error) {
        return { outcome: 'failed', part: name, ...causeOf(error) };
      }
    }
    return { outcome: 'rendered', parts: texts };
  };
  return {
    render: (request) => later(() => rendered(request)),
    check: ({ parts }) =>
      later(() =>
        parts.flatMap((part) => {
          const fault = faultOf(engineOf(part.escape), part);
          return fault === null ? [] : [{ part: part.name, ...fault }];
        }),
      ),
    close: async () => {},
  };
}
