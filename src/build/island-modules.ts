import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync } from 'vite';

/** Names of the chunks that one needs before it runs. */
const needsOf = async (folder: string, name: string): Promise<readonly string[]> => {
  const code = await readFile(path.join(folder, name), 'utf8');
  const { staticImports, staticExports } = parseSync(name, code).module;
  return [...staticImports, ...staticExports.flatMap(({ entries }) => entries)]
    .map(({ moduleRequest }) => moduleRequest?.value ?? '')
    .filter((request) => request.startsWith('.//'))
    .map((request) => request.slice(2));
};

/** The islands of a page that are wanted without a sign, and the others, each with its renderer. */
export const islandsIn = (
  html: string,
): { readonly unasked: readonly string[]; readonly asked: readonly string[] } => {
  const unasked = new Set<string>();
  const asked = new Set<string>();
  for (const [island] of html.matchAll(/<astro-island\b[^>]*>/g))
    for (const [, name = ''] of island.matchAll(/\s(?:component|renderer)-url="\/_astro\/([^"]+)"/g))
      (island.includes('&quot;unasked&quot;:true') ? unasked : asked).add(name);
  return { unasked: [...unasked], asked: [...asked] };
};

/** Reads which chunks of a build's folder islands are made of: their own, and those that these need, in turn. */
export const modulesReader = (folder: string) => {
  const known = new Map<string, Promise<readonly string[]>>();
  return async (names: readonly string[]): Promise<string[]> => {
    const found = new Set(names);
    // A set that grows while it is walked.
    for (const name of found) {
      const needs = known.get(name) ?? needsOf(folder, name);
      known.set(name, needs);
      for (const next of await needs) found.add(next);
    }
    return [...found];
  };
};
