import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { buildPages, separateBuild } from '../../stack/build.ts';
import { exampleSettings } from '../../stack/settings.ts';
import { earlyScripts, loadableScripts, compressedSize, totalSize } from '../site/page-weight.ts';
import { readPages } from '../site/page-facts.ts';

/**
 * `npm run bench -- bytes`: lists the transferred bytes of each page, compressed by brotli except fonts: HTML with CSS, scripts
 * before an interaction, fonts, and all scripts that islands may load. Also lists the number of requests.
 * tests/site/budgets.test.ts has the limits.
 */
const { files } = separateBuild('bench-bytes');
await buildPages(exampleSettings(), files);

async function sizeOf(address: string): Promise<number> {
  return (await stat(path.join(files, address))).size;
}

const rows = [];
for (const page of await readPages(files)) {
  const html = await readFile(path.join(files, page.file), 'utf8');
  const scripts = await earlyScripts(files, page);
  const fonts = [...new Set(html.match(/\/[\w./-]+\.woff2\b/g))];
  const fontSizes = await Promise.all(fonts.map(sizeOf));
  const islandScripts = await loadableScripts(files, page);
  rows.push({
    page: page.path,
    'HTML and CSS': compressedSize(html),
    'script before an interaction': await totalSize(files, scripts, page.inlineScripts),
    fonts: fontSizes.reduce((sum, size) => sum + size, 0),
    requests: 1 + scripts.length + fonts.length,
    'script with islands':
      islandScripts.length > 0 ? await totalSize(files, islandScripts, page.inlineScripts) : null,
  });
}
console.log('Transferred bytes:');
console.table(rows);
