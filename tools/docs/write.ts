import { writeFileSync } from 'node:fs';
import { generatedPages } from './pages.ts';

for (const [path, text] of await generatedPages()) {
  writeFileSync(new URL(`../../${path}`, import.meta.url), text);
  console.log(path);
}
