import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { earlyScripts, islandScripts, laterScripts } from './page-weight.ts';

const files = inject('files');
const islandsOf = ({ targets }: ReturnType<typeof inject<'pages'>>[number]): string[] =>
  targets.filter(({ element }) => element === 'astro-island').map(({ url }) => url);
const pages = inject('pages').filter((page) => islandsOf(page).length > 0);

test('there are pages of both kinds', () => {
  expect(pages.map((page) => page.path)).toEqual(
    expect.arrayContaining(['/', '/buy', '/login', '/affiliate-admin']),
  );
});

test('no script has Vite’s helper for imports, which src/build/plain-imports.ts leaves out', async () => {
  const scripts = await Promise.all(pages.map((page) => islandScripts(files, page)));
  for (const address of new Set(scripts.flat()))
    expect(await readFile(path.join(files, address), 'utf8')).not.toContain('vite:preloadError');
  expect(scripts.flat().join()).toContain('identity');
});

describe.each(pages)('$path', (page) => {
  test('has all that its island is made of fetched side by side, and nothing that is not there', async () => {
    const html = await readFile(path.join(files, page.file), 'utf8');
    const runtime = /data-islands="([^"]+)"/.exec(html)?.[1] ?? '';
    const later = /<template id="later">([\s\S]*?)<\/template>/.exec(html)?.[1] ?? '';
    const unasked = html.includes('&quot;unasked&quot;:true');
    const named = unasked
      ? [...later.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, address = '']) => address)
      : [...(await readFile(path.join(files, runtime), 'utf8')).matchAll(/"([\w.-]+\.js)"/g)].map(
          ([, name = '']) => `/_astro/${name}`,
        );
    const needed = await earlyScripts(files, {
      scripts: [...islandsOf(page), ...(unasked ? [runtime] : [])],
    });
    expect(needed.filter((address) => !named.includes(address))).toEqual([]);
    await Promise.all(named.map((address) => readFile(path.join(files, address))));
  });

  test('asks later for files that need no other which is not there by then', async () => {
    const there = await earlyScripts(files, { scripts: islandsOf(page) });
    const later = [...new Set((await Promise.all(there.map((one) => laterScripts(files, one)))).flat())];
    for (const address of later) {
      const needed = await earlyScripts(files, { scripts: [address] });
      expect(needed.filter((one) => one !== address && !there.includes(one))).toEqual([]);
    }
  });
});
