import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const scope = /data-astro-cid-\w+/g;

/** A page whose scopes of styles are `data-0`, `data-1`: nothing but the page's own CSS knows them. */
export const withShortScopes = (html: string): string => {
  const names = new Map<string, string>();
  return html.replace(scope, (name) => {
    const short = names.get(name) ?? `data-${names.size.toString(36)}`;
    names.set(name, short);
    return short;
  });
};

/** After a build, shortens the names of the scopes; a page of hundreds of elements is half a kilobyte lighter. */
export const shortScopes = (): AstroIntegration => ({
  name: 'short-scopes',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir);
      const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'));
      for (const page of pages) {
        const file = path.join(folder, page);
        await writeFile(file, withShortScopes(await readFile(file, 'utf8')));
      }
    },
  },
});
