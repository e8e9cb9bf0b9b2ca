import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { PageFacts } from './page-facts.ts';

const sizes = new Map<string, number>();

/** Returns the compressed size of a text in bytes. Caches sizes, because pages share scripts. */
export function compressedSize(text: string): number {
  const cached = sizes.get(text);
  if (cached !== undefined) return cached;
  const size = text === '' ? 0 : brotliCompressSync(text).length;
  sizes.set(text, size);
  return size;
}

/** Returns the compressed size of a page in bytes, at the brotli quality that CDNs use to compress an answer. */
export function pageSize(html: string): number {
  return brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
}

/** Returns the compressed size of some files of a build and of inline scripts together, in bytes. */
export async function totalSize(
  folder: string,
  addresses: readonly string[],
  inline: readonly string[] = [],
): Promise<number> {
  const texts = await Promise.all(addresses.map((address) => readFile(path.join(folder, address), 'utf8')));
  return [inline.join('\n'), ...texts].reduce((sum, text) => sum + compressedSize(text), 0);
}

/** Returns the scripts that a page runs before any interaction. */
export function earlyScripts(
  folder: string,
  { scripts }: Pick<PageFacts, 'scripts'>,
): Promise<readonly string[]> {
  return withImports(folder, scripts, [staticImport]);
}

/** Returns all scripts that a page with islands can load, with their imports. Returns none for a page without islands. */
export async function loadableScripts(
  folder: string,
  { scripts, islandScripts: islands }: Pick<PageFacts, 'scripts' | 'islandScripts'>,
): Promise<readonly string[]> {
  return islands.length === 0
    ? []
    : withImports(folder, [...scripts, ...islands], [staticImport, dynamicImport]);
}

const staticImport = /\b(?:import|from)\s*(["'`])(\.[^"'`]+)\1/g;
const dynamicImport = /\bimport\(\s*(["'`])(\.[^"'`]+)\1/g;

/** Returns scripts of a build and everything that they import. */
async function withImports(
  folder: string,
  addresses: readonly string[],
  patterns: readonly RegExp[],
): Promise<readonly string[]> {
  const all = new Set(addresses);
  // The set grows during the loop, which ends when a script imports no new script.
  for (const address of all) {
    const text = await readFile(path.join(folder, address), 'utf8');
    for (const pattern of patterns)
      for (const [, , name = ''] of text.matchAll(pattern))
        all.add(path.posix.join(path.posix.dirname(address), name));
  }
  return [...all];
}
