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

/** The bundled file of a module that is imported later, as a group of routes is by the first call that needs it. */
export const chunkOf = async (folder: string, module: string): Promise<string> => {
  const shared = path.join(folder, 'shared');
  const chunk = (await readdir(shared)).find((file) =>
    new RegExp(`^${module}-[A-Z0-9]{8}\\.mjs$`).test(file),
  );
  if (chunk === undefined) throw new Error(`${shared} holds no ${module}.`);
  return path.join(shared, chunk);
};

/** What files come to in bytes, as they are and compressed. */
export const bytesOf = (
  loaded: ReadonlyMap<string, string>,
): { readonly plain: number; readonly packed: number } => {
  const texts = [...loaded.values()];
  const sum = (size: (text: string) => number) => texts.reduce((total, text) => total + size(text), 0);
  return { plain: sum((text) => Buffer.byteLength(text)), packed: sum((text) => gzipSync(text).length) };
};
