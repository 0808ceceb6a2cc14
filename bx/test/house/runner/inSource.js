// test/house/runner/inSource.ts
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
var PLACE = /(?:file:\/\/)?\/[^\n()]*?\.js:\d+:\d+/g;
function inSource(output) {
  return output.replace(PLACE, (place) => {
    const [, url = "", line, column] = /^(.*):(\d+):(\d+)$/.exec(place) ?? [];
    const path = url.startsWith("file:") ? fileURLToPath(url) : url;
    if (!existsSync(`${path}.map`)) return place;
    const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, "utf8")));
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!("originalSource" in entry)) return place;
    return `${resolve(path, "..", entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
export {
  inSource
};
//# sourceMappingURL=inSource.js.map
