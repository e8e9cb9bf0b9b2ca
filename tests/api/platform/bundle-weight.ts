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

/** The files that a call takes in all: its function's, and those of its group of routes, which come with the first. */
export const takenBy = async (
  folder: string,
  name: string,
  group: string,
): Promise<ReadonlyMap<string, string>> => {
  const shared = path.join(folder, 'shared');
  const later = (await readdir(shared)).find((file) => new RegExp(`^${group}-[A-Z0-9]{8}\\.mjs$`).test(file));
  if (later === undefined) throw new Error(`${shared} holds no routes of ${group}.`);
  return loadedWith(path.join(folder, `${name}.mjs`), path.join(shared, later));
};

/** What files come to in bytes, as they are and compressed. */
export const bytesOf = (
  loaded: ReadonlyMap<string, string>,
): { readonly plain: number; readonly packed: number } => {
  const texts = [...loaded.values()];
  const sum = (size: (text: string) => number) => texts.reduce((total, text) => total + size(text), 0);
  return { plain: sum((text) => Buffer.byteLength(text)), packed: sum((text) => gzipSync(text).length) };
};
