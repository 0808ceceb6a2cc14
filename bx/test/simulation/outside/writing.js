// test/simulation/outside/writing.ts
import { readMail } from "../../../src/adapters/intake/readMail.js";
import { causeOf, faultOf, liquidEngine, merged } from "../../../src/adapters/liquid/liquidEngine.js";
import { mimeComposer } from "../../../src/adapters/mime/composer.js";
import { dkimSigner } from "../../../src/adapters/mime/dkimSigner.js";
import {
  RendererBusy
} from "../../../src/ports/renderer.js";
var RENDER_TAKES_MS = [1, 12];
var BUSY_TAKES_MS = [100, 3e3];
function writing(parts) {
  const { driver } = parts;
  const composer = mimeComposer();
  const signer = dkimSigner();
  const engines = { escaping: liquidEngine(true), plain: liquidEngine(false) };
  const engineOf = (html) => html ? engines.escaping : engines.plain;
  return {
    portsFor(life) {
      const renderer = rendererFor(parts, life, engineOf);
      return {
        ...{ renderer, callRenderer: renderer, signer },
        composer: { compose: (content) => driver.real(() => composer.compose(content)) },
        mailReader: {
          read: (raw) => driver.real(() => readMail(raw).catch(() => null)),
          close: async () => {
          }
        },
        unmatched: { store: async () => {
        }, list: async () => [] }
      };
    }
  };
}
function rendererFor({ agenda, away, chance }, life, engineOf) {
  const own = chance(`renderer of ${life.process}`);
  const later = (act) => new Promise((resolve, reject) => {
    const isBusy = away.is("renderer busy", "renderer");
    const [least, most] = isBusy ? BUSY_TAKES_MS : RENDER_TAKES_MS;
    const hasDied = isBusy && own.is(0.5);
    life.at(agenda.nowMs() + own.between(least, most), () => {
      if (hasDied) reject(new RendererBusy("the process that renders has died"));
      else resolve(act());
    });
  });
  const rendered = ({ parts, variables }) => {
    const texts = {};
    for (const { name, source, escape: html } of parts) {
      try {
        const engine = engineOf(html);
        texts[name] = String(engine.renderSync(engine.parse(source), merged(variables)));
      } catch (error) {
        return { outcome: "failed", part: name, ...causeOf(error) };
      }
    }
    return { outcome: "rendered", parts: texts };
  };
  return {
    render: (request) => later(() => rendered(request)),
    check: ({ parts }) => later(
      () => parts.flatMap((part) => {
        const fault = faultOf(engineOf(part.escape), part);
        return fault === null ? [] : [{ part: part.name, ...fault }];
      })
    ),
    close: async () => {
    }
  };
}
export {
  writing
};
//# sourceMappingURL=writing.js.map
