import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns a function that reads the text of every chunk in `folder` that a page's HTML names, and of every chunk that
 * these name in turn: all the code that the page may load. Chunks of the groups in `skipped` are left out.
 */
export function chunkReader(
  folder: string,
  skipped: readonly string[] = [],
): (html: string) => Promise<string[]> {
  const texts = new Map<string, Promise<string>>();
  const read = (name: string) => {
    const text = texts.get(name) ?? readFile(path.join(folder, name), 'utf8');
    texts.set(name, text);
    return text;
  };
  const namesIn = (text: string) =>
    (text.match(/[\w.-]+\.(?:js|css)\b/g) ?? []).filter(
      (name) => !skipped.includes(name.split('.')[0] ?? '') && existsSync(path.join(folder, name)),
    );

  return async (html) => {
    const found = new Set(namesIn(html));
    // The set grows during the loop, which ends when a chunk names no new chunk.
    for (const name of found) for (const next of namesIn(await read(name))) found.add(next);
    return Promise.all([...found].map(read));
  };
}
