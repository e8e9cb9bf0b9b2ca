import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import postcss from 'postcss';
import { describe, expect, inject, test } from 'vitest';
import { compareSizes } from '../recorded-sizes.ts';
import { compressedSize, earlyScripts, loadableScripts, pageSize, totalSize } from './page-weight.ts';

/** The first round trip of a new connection carries 14.6 KB: the page with its CSS, and the response headers. */
const HTML_BYTES = 12_500;
/** The API reference is long, and nobody arrives there first. */
const REFERENCE_BYTES = 36_000;
/** The script of the page, and Astro's runtime on pages with islands. */
const SCRIPT_BYTES = 6_000;
/** The limit on /user-profile. Its script invents the sample person. */
const DEMO_SCRIPT_BYTES = 7_200;
/** The limit on /purchases. Its script calls the API and shows the purchases, without a framework. */
const PURCHASES_SCRIPT_BYTES = 40_000;
/** The script of /find-duplicates and of its worker. It is loaded before a visitor unplugs the network. */
const FINDER_SCRIPT_BYTES = 10_000;
/** React, a screen, Firebase's SDK, and everything they load later. */
const ISLAND_BYTES = 150_000;
/** The script of the drawn window, in one file. */
const WINDOW_BYTES = 6_000;
/** The styles of the window's other states. */
const WINDOW_STYLE_BYTES = 1_600;
const FONT_BYTES = 45_000;

const files = inject('files');
const pages = inject('pages');
const readBuilt = (name: string): Promise<string> => readFile(path.join(files, name), 'utf8');

test('loadableScripts finds the scripts of an island and their dynamic imports', async () => {
  const found = await Promise.all(
    pages.filter(({ path: address }) => address === '/buy').map((page) => loadableScripts(files, page)),
  );
  expect(found.flat().join('\n')).toMatch(/Checkout\.[\s\S]*PaymentButtons\./);
});

test('other screens carry no error texts of the administration', async () => {
  const textsOf = async (address: string) => {
    const found = pages.filter((page) => page.path === address).map((page) => loadableScripts(files, page));
    return (await Promise.all((await Promise.all(found)).flat().map(readBuilt))).join('');
  };
  const payouts = 'Failed to fetch payouts';
  expect(await textsOf('/payouts')).toContain(payouts);
  for (const address of ['/', '/buy', '/signup', '/affiliate-dashboard', '/user-profile-dashboard'])
    expect(await textsOf(address), address).not.toContain(payouts);
});

test('no page and no script is much larger than recorded', async () => {
  const html = pages.map(
    async ({ path: address, file }) => [address, pageSize(await readBuilt(file))] as const,
  );
  expect(await compareSizes('pages', Object.fromEntries(await Promise.all(html)))).toEqual([]);
  const scripts: Record<string, number> = {};
  for (const name of (await readdir(path.join(files, '_astro'))).filter((name) => name.endsWith('.js'))) {
    // Without the hash. Astro names the script of a component after the component.
    const module = name.split('.')[0] ?? name;
    scripts[module] = (scripts[module] ?? 0) + compressedSize(await readBuilt(path.join('_astro', name)));
  }
  expect(await compareSizes('scripts', scripts)).toEqual([]);
});

const earlyLimits = new Map([
  ['/find-duplicates', SCRIPT_BYTES + FINDER_SCRIPT_BYTES],
  ['/user-profile', DEMO_SCRIPT_BYTES],
  ['/purchases', PURCHASES_SCRIPT_BYTES],
]);

test('/purchases loads neither React nor Firebase nor PayPal’s SDK before the visitor asks for it', async () => {
  const page = pages.find(({ path: address }) => address === '/purchases');
  const scripts = page ? await earlyScripts(files, page) : [];
  expect(scripts.join('\n')).toMatch(/PurchasesScript\./);
  expect(scripts.filter((name) => /\/(?:libraries|firebase|identity|Checkout|account)\./.test(name))).toEqual(
    [],
  );
});

test.each(['/', '/features'])(
  '%s draws the window in HTML and loads a small script for it later',
  async (address) => {
    const page = pages.find(({ path: one }) => one === address);
    const html = await readBuilt(page?.file ?? '');
    expect(html).toMatch(/<figure class="product-window"[^>]*>\s*<div role="img" aria-label="A drawing of /);
    const script = await readBuilt(templateScript(html, 'window-script'));
    const [styles = ''] = /\/_astro\/live\.[\w-]+\.css/.exec(script) ?? [];
    expect(await readBuilt(styles)).toMatch(/\.person\b.*\.dot:is.*\[role=region\]/s);
    expect(await totalSize(files, [styles])).toBeLessThanOrEqual(WINDOW_STYLE_BYTES);
    const early = page ? await earlyScripts(files, page) : [];
    expect(early.join()).not.toContain('WindowScript');
    expect(await templateScriptSize(html, 'window-script')).toBeLessThanOrEqual(WINDOW_BYTES);
  },
);

test('/find-duplicates and its worker have one small script', async () => {
  const html = await readBuilt('find-duplicates.html');
  expect(await templateScriptSize(html, 'own-script')).toBeLessThanOrEqual(FINDER_SCRIPT_BYTES);
});

/** Returns the address of the script in a template of a page. */
function templateScript(html: string, id: string): string {
  const [, script = ''] = new RegExp(`<template id="${id}"[^>]*>.*?src="([^"]+)"`, 's').exec(html) ?? [];
  return script;
}

/** Returns the size of the script in a template of a page. The script may import no other. */
async function templateScriptSize(html: string, id: string): Promise<number> {
  const loaded = await earlyScripts(files, { scripts: [templateScript(html, id)] });
  expect(loaded).toHaveLength(1);
  return totalSize(files, loaded);
}

describe.each(pages)('$path', (page) => {
  const { path: address, file, inlineScripts, blocking } = page;
  const bytes = file === 'api/docs.html' ? REFERENCE_BYTES : HTML_BYTES;
  test(`has at most ${String(bytes)} bytes of HTML and CSS`, async () => {
    expect(pageSize(await readBuilt(file))).toBeLessThanOrEqual(bytes);
  });

  const early = earlyLimits.get(address) ?? SCRIPT_BYTES;
  test(`runs at most ${String(early)} bytes of script before any interaction`, async () => {
    expect(await totalSize(files, await earlyScripts(files, page), inlineScripts)).toBeLessThanOrEqual(early);
  });

  test(`loads at most ${String(ISLAND_BYTES)} bytes of script in all`, async () => {
    const all = await totalSize(files, await loadableScripts(files, page), inlineScripts);
    expect(all).toBeLessThanOrEqual(ISLAND_BYTES);
  });

  test('has no blocking stylesheet or script, and preloads no font', () => {
    expect(blocking).toEqual([]);
  });
});

/** Returns the fonts that a stylesheet declares, and the fonts that rules use before the first paint. */
const fontsOf = (css: string) => {
  const loaded: string[] = [];
  const named: string[] = [];
  const bare = (family: string) => family.trim().replace(/^(["'])(.*)\1$/, '$2');
  const sheet = postcss.parse(css);
  sheet.walkAtRules('font-face', (face) => {
    if (face.toString().includes('url('))
      face.walkDecls('font-family', ({ value }) => {
        loaded.push(bare(value));
      });
  });
  sheet.walkAtRules(/^(?:font-face|media)$/, (rule) => {
    if (rule.name === 'font-face' || /scripting:\s*none/.test(rule.params)) rule.remove();
  });
  sheet.walkRules(/\[data-fonts\]/, (rule) => {
    rule.remove();
  });
  sheet.walkDecls(/^(?:--.*|font|font-family)$/, ({ value }) => {
    named.push(...value.split(',').map(bare));
  });
  return { loaded, early: loaded.filter((font) => named.some((name) => name.endsWith(font))) };
};

test.each(pages)('$path loads its fonts after the first paint', async ({ file }) => {
  const html = await readBuilt(file);
  const css = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => text).join('\n');
  const { loaded, early } = fontsOf(css);
  expect(loaded.length).toBeGreaterThan(0);
  expect(early).toEqual([]);
});

test(`all fonts together have at most ${String(FONT_BYTES)} bytes`, async () => {
  const text = (await Promise.all(pages.map(({ file }) => readBuilt(file)))).join('\n');
  const fonts = [...new Set(text.match(/\/[\w./-]+\.woff2?\b/g))];
  const sizes = await Promise.all(fonts.map(async (font) => (await stat(path.join(files, font))).size));
  expect(fonts.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FONT_BYTES);
});
