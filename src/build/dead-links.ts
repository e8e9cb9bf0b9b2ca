import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { pagePath } from './built-pages.ts';
import { isReserved, linkProblem, linksIn, type PageLinks } from './links.ts';

/** Stops a build that has dead links, missing anchors or missing files. */
export function deadLinks(): AstroIntegration {
  return {
    name: 'dead-links',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const problems = await findDeadLinks(fileURLToPath(dir));
        if (problems.length > 0)
          throw new Error(`Correct these links, or add what they lead to:\n${problems.join('\n')}`);
      },
    },
  };
}

/** Returns a message for each dead link in the pages of a build: the page, and the address. */
export async function findDeadLinks(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll(path.sep, '/'));
  const files = new Set(names.map((name) => `/${name}`));
  const pages = new Map<string, PageLinks>();
  for (const name of names.filter((file) => file.endsWith('.html')))
    pages.set(pagePath(name), linksIn(await readFile(path.join(folder, name), 'utf8')));
  const siteAddresses = {
    idsAt: (address: string) => pages.get(address)?.ids,
    isServed: (address: string) => files.has(address) || isReserved(address),
  };
  return [...pages].flatMap(([from, { addresses }]) =>
    [...new Set(addresses)]
      .filter((address) => !address.startsWith('data:'))
      .map((address) => linkProblem(address, from, siteAddresses))
      .filter((problem) => problem !== null)
      .map((problem) => `${from}: ${problem}`),
  );
}
