import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PLACE = /(?:file:\/\/)?\/[^\n()]*?\.js:\d+:\d+/g;

/**
 * A test's output with the places in compiled files replaced by those in their sources. Node can do so itself
 * (`--enable-source-maps`), but it then reads the map of each file at the start, which costs every process a tenth of
 * a second, those that fail nothing too.
 */
export function inSource(output: string): string {
  return output.replace(PLACE, (place) => {
    const [, url = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(place) ?? [];
    const path = url.startsWith('file:') ? fileURLToPath(url) : url;
    if (!existsSync(`${path}.map`)) return place;
    const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
    // A SourceMap counts from zero, a stack from one.
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return place;
    return `${resolve(path, '..', entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
