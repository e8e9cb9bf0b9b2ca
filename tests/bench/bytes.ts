import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { buildPages, separateBuild } from '../../stack/build.ts';
import { exampleSettings } from '../../stack/settings.ts';
import { earlyScripts, loadableScripts, compressedSize, totalSize } from '../site/page-weight.ts';
import { readPages } from '../site/page-facts.ts';

/**
 * `npm run bench -- bytes`: lists the transferred bytes of each page (brotli, fonts as they are): HTML with CSS, scripts before an
 * interaction, fonts, the number of requests, and all scripts that islands may load. tests/site/budgets.test.ts has the limits.
 */
const { files } = separateBuild('bench-bytes');
await buildPages(exampleSettings(), files);

async function sizeOf(address: string): Promise<number> {
  return (await stat(path.join(files, address))).size;
}

const rows = [];
for (const page of await readPages(files)) {
  const html = await readFile(path.join(files, page.file), 'utf8');
  const early = await earlyScripts(files, page);
  const fonts = [...new Set(html.match(/\/[\w./-]+\.woff2\b/g))];
  const fontSizes = await Promise.all(fonts.map(sizeOf));
  const islands = await loadableScripts(files, page);
  rows.push({
    page: page.path,
    'HTML and CSS': compressedSize(html),
    'script before an interaction': await totalSize(files, early, page.inlineScripts),
    fonts: fontSizes.reduce((sum, size) => sum + size, 0),
    requests: 1 + early.length + fonts.length,
    'script with islands': islands.length > 0 ? await totalSize(files, islands, page.inlineScripts) : null,
  });
}
console.log('Transferred bytes:');
console.table(rows);
