import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import postcss from 'postcss';
import { describe, expect, inject, test } from 'vitest';
import { earlyScripts, islandScripts, packed, weigh } from './page-weight.ts';

/** What one round trip of a new connection carries, with some room for the headers of the answer. */
const HTML_BYTES = 14_000;
/** The reference of every call is read for long, and nobody lands there. */
const REFERENCE_BYTES = 24_000;
const SCRIPT_BYTES = 3_500;
/** With the script that makes up the person of /user-profile. */
const DEMO_SCRIPT_BYTES = 5_500;
/** React and the checkout, before the payment provider's own script. */
const CHECKOUT_BYTES = 90_000;
/** React, an account screen, the identity provider's library, and what any of them loads later. */
const ISLAND_BYTES = 130_000;
const FONT_BYTES = 45_000;

const files = inject('files');
const pages = inject('pages');
const built = (name: string): Promise<string> => readFile(path.join(files, name), 'utf8');

test('there are pages to look at', () => {
  expect(pages.map((page) => page.path)).toContain('/');
});

test('the scripts of an island are found, and what they load later', async () => {
  const found = await Promise.all(
    pages.filter(({ path: address }) => address === '/buy').map((page) => islandScripts(files, page)),
  );
  expect(found.flat().join('\n')).toMatch(/Checkout\.[\s\S]*PaymentButtons\./);
});

test('screens carry no error texts of others', async () => {
  const textsOf = async (address: string) => {
    const found = pages.filter((page) => page.path === address).map((page) => islandScripts(files, page));
    return (await Promise.all((await Promise.all(found)).flat().map(built))).join('');
  };
  const payouts = 'Failed to fetch payouts';
  expect(await textsOf('/payouts')).toContain(payouts);
  for (const address of ['/', '/buy', '/signup', '/affiliate-dashboard', '/affiliate-admin'])
    expect(await textsOf(address), address).not.toContain(payouts);
});

describe.each(pages)('$path', (page) => {
  const { path: address, file, inlineScripts, blocking } = page;
  const bytes = file === 'api/docs.html' ? REFERENCE_BYTES : HTML_BYTES;
  test(`is at most ${String(bytes)} bytes of HTML and CSS`, async () => {
    expect(packed(await built(file))).toBeLessThanOrEqual(bytes);
  });

  const unasked = address === '/user-profile' ? DEMO_SCRIPT_BYTES : SCRIPT_BYTES;
  test(`runs at most ${String(unasked)} bytes of script before somebody interacts`, async () => {
    const early = await weigh(files, await earlyScripts(files, page), inlineScripts);
    expect(early).toBeLessThanOrEqual(unasked);
  });

  const most = address === '/buy' ? CHECKOUT_BYTES : ISLAND_BYTES;
  test(`comes to at most ${String(most)} bytes of script of ours, whatever somebody does`, async () => {
    const all = await weigh(files, await islandScripts(files, page), inlineScripts);
    expect(all).toBeLessThanOrEqual(most);
  });

  test('waits for no stylesheet and no script, and preloads no font', () => {
    expect(blocking).toEqual([]);
  });
});

/** The faces that a stylesheet loads, and those of them that a rule names outright. */
const facesOf = (css: string) => {
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
  sheet.walkRules(/\[data-faces\]/, (rule) => {
    rule.remove();
  });
  sheet.walkDecls(/^(?:--.*|font|font-family)$/, ({ value }) => {
    named.push(...value.split(',').map(bare));
  });
  return { loaded, early: loaded.filter((face) => named.some((name) => name.endsWith(face))) };
};

test.each(pages)(
  '$path asks for its faces after the first paint: its script alone names them',
  async ({ file }) => {
    const html = await built(file);
    const css = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => text).join('\n');
    const { loaded, early } = facesOf(css);
    expect(loaded.length).toBeGreaterThan(0);
    expect(early).toEqual([]);
  },
);

test(`all fonts together stay within ${String(FONT_BYTES)} bytes`, async () => {
  const text = (await Promise.all(pages.map(({ file }) => built(file)))).join('\n');
  const fonts = [...new Set(text.match(/\/[\w./-]+\.woff2?\b/g))];
  const sizes = await Promise.all(fonts.map(async (font) => (await stat(path.join(files, font))).size));
  expect(fonts.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FONT_BYTES);
});
