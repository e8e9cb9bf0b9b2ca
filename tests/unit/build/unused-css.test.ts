import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { unusedCss } from '../../../src/build/unused-css.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

test('a page keeps the CSS for its HTML, its chunks and states, and loses the rest', async () => {
  const folder = temporaryFolder();
  await mkdir(path.join(folder, '_astro'));
  await writeFile(path.join(folder, '_astro/Screen.AbCdEf12.js'), 'import"./parts.AbCdEf12.js"');
  await writeFile(path.join(folder, '_astro/parts.AbCdEf12.js'), 'h("div",{className:"drawn-later"})');
  await writeFile(path.join(folder, '_astro/libraries.AbCdEf12.js'), '"library-word"');
  const page = path.join(folder, 'index.html');
  await writeFile(
    page,
    `<html><head><style>:root{--used:1px;--unused:2px}.shown{margin:var(--used)}.unknown{color:red}a[href^='mailto:']{color:red}</style>
<style>.drawn-later[data-state=open]{color:red}.shown:hover{color:red}.library-word{color:red}
@keyframes spin{to{rotate:1turn}}</style></head>
<body><p class="shown"><a href="mailto:a@mail.example">x</a></p><script src="/_astro/Screen.AbCdEf12.js"></script><!-- libraries.AbCdEf12.js --></body></html>`,
  );
  const done = unusedCss().hooks['astro:build:done'] as (options: object) => Promise<void>;
  await done({ dir: pathToFileURL(`${folder}/`), logger: { info: () => undefined } });
  const html = await readFile(page, 'utf8');
  for (const kept of [
    '--used:1px',
    '.shown{',
    '.drawn-later[data-state=open]',
    '.shown:hover',
    "a[href^='mailto:']",
  ])
    expect(html).toContain(kept);
  for (const removed of ['--unused', '.unknown', '.library-word', '@keyframes'])
    expect(html).not.toContain(removed);
  expect(html.match(/<style>/g)).toHaveLength(1);
});
