import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { pathOf } from './headers/header-rules.ts';
import { linksIn, type PageLinks } from './page-links.ts';
import { isReserved } from './reserved-paths.ts';
import { wrongAddress } from './wrong-address.ts';

/** What is wrong with the addresses on the pages of a build's folder, a line each: the page, and the address. */
export const deadLinksIn = async (folder: string): Promise<string[]> => {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll(path.sep, '/'));
  const files = new Set(names.map((name) => `/${name}`));
  const pages = new Map<string, PageLinks>();
  for (const name of names.filter((one) => one.endsWith('.html')))
    pages.set(pathOf(name), linksIn(await readFile(path.join(folder, name), 'utf8')));
  const served = {
    idsAt: (address: string) => pages.get(address)?.ids,
    isServed: (address: string) => files.has(address) || isReserved(address),
  };
  return [...pages].flatMap(([from, { addresses }]) =>
    [...new Set(addresses)]
      .filter((address) => !address.startsWith('data:'))
      .map((address) => wrongAddress(address, from, served))
      .filter((wrong) => wrong !== null)
      .map((wrong) => `${from}: ${wrong}`),
  );
};

/** After a build, refuses it where an address on a page leads to no page, no anchor or no file. */
export const deadLinks = (): AstroIntegration => ({
  name: 'dead-links',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const wrong = await deadLinksIn(fileURLToPath(dir));
      if (wrong.length > 0)
        throw new Error(`Change these links, or make what they lead to:\n${wrong.join('\n')}`);
    },
  },
});
