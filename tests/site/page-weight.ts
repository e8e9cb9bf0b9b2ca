import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { PageFacts } from './page-facts.ts';

const sizes = new Map<string, number>();

/** The size of a text as it travels, in bytes. Most pages share their scripts, so the sizes are remembered. */
export function packed(text: string): number {
  const known = sizes.get(text);
  if (known !== undefined) return known;
  const size = text === '' ? 0 : brotliCompressSync(text).length;
  sizes.set(text, size);
  return size;
}

const atOnce = /\b(?:import|from)\s*(["'`])(\.[^"'`]+)\1/g;
const later = /\bimport\(\s*(["'`])(\.[^"'`]+)\1/g;

/**
 * The scripts of a build's folder that load with these, addresses as a page has them: they themselves and what they
 * import at once; with `wait` also what any of them asks for later.
 */
const withImports = async (
  folder: string,
  addresses: readonly string[],
  { wait = false } = {},
): Promise<readonly string[]> => {
  const found = new Set(addresses);
  for (const address of found) {
    const text = await readFile(path.join(folder, address), 'utf8');
    for (const pattern of wait ? [atOnce, later] : [atOnce])
      for (const [, , name = ''] of text.matchAll(pattern))
        found.add(path.posix.join(path.posix.dirname(address), name));
  }
  return [...found];
};

/** What a page runs before somebody interacts. */
export const earlyScripts = (folder: string, { scripts }: Pick<PageFacts, 'scripts'>) =>
  withImports(folder, scripts);

/** Every script of ours that a page can load: its own, its islands', and what these load later. None without an island. */
export async function islandScripts(
  folder: string,
  { scripts, islandScripts: islands }: Pick<PageFacts, 'scripts' | 'islandScripts'>,
): Promise<readonly string[]> {
  return islands.length === 0 ? [] : withImports(folder, [...scripts, ...islands], { wait: true });
}

/** What files of a build's folder and inline scripts come to as they travel, in bytes. */
export const weigh = async (
  folder: string,
  addresses: readonly string[],
  inline: readonly string[] = [],
): Promise<number> => {
  const texts = await Promise.all(addresses.map((address) => readFile(path.join(folder, address), 'utf8')));
  return [inline.join('\n'), ...texts].reduce((sum, text) => sum + packed(text), 0);
};
