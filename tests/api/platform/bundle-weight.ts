import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const atOnce = /(?:from|import)\s*(["'])(\.[^"']+)\1/g;

/** A bundled file with all that it imports at once, by their texts; what it only may import later is left out. */
export const loadedWith = async (...entries: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const loaded = new Map<string, string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (loaded.has(file)) continue;
    const text = await readFile(file, 'utf8');
    loaded.set(file, text);
    for (const [, , name = ''] of text.matchAll(atOnce)) waiting.push(path.join(path.dirname(file), name));
  }
  return loaded;
};

/** The bundled file that declares the call with this path. The first call of its group loads it. */
export async function chunkOf(folder: string, call: string): Promise<string> {
  const chunks = path.join(folder, 'shared');
  for (const file of await readdir(chunks)) {
    const chunk = path.join(chunks, file);
    // With its quotes the path does not match a prefix of it.
    if (file.includes('routes-') && (await readFile(chunk, 'utf8')).includes(`"${call}"`)) return chunk;
  }
  throw new Error(`${chunks} does not declare ${call}.`);
}

/** What files come to in bytes, as they are and compressed. */
export const bytesOf = (
  loaded: ReadonlyMap<string, string>,
): { readonly plain: number; readonly packed: number } => {
  const texts = [...loaded.values()];
  const sum = (size: (text: string) => number) => texts.reduce((total, text) => total + size(text), 0);
  return { plain: sum((text) => Buffer.byteLength(text)), packed: sum((text) => gzipSync(text).length) };
};
