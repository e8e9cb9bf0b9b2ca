import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the path of a built page: '/' for 'index.html', '/buy' for 'buy.html'. */
export function pagePath(file: string): string {
  return `/${file.replace(/(?:(^|\/)index)?\.html$/, '')}`;
}

/** Rewrites every page of a build. `rewrite` gets the HTML of a page and its file name relative to `dir`. */
export async function rewritePages(
  dir: URL,
  rewrite: (html: string, file: string) => string | Promise<string>,
): Promise<void> {
  const folder = fileURLToPath(dir);
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'));
  for (const name of names) {
    const page = path.join(folder, name);
    const html = await readFile(page, 'utf8');
    await writeFile(page, await rewrite(html, name.replaceAll(path.sep, '/')));
  }
}

/**
 * Returns a function that reads the chunks that a page may load: the chunks in its HTML, and the chunks in their text.
 */
export function chunkReader(dir: URL): (html: string) => Promise<string[]> {
  const folder = path.join(fileURLToPath(dir), '_astro');
  const texts = new Map<string, Promise<string>>();
  const read = (name: string) => {
    const text = texts.get(name) ?? readFile(path.join(folder, name), 'utf8');
    texts.set(name, text);
    return text;
  };
  const namesIn = (text: string) =>
    (text.match(/[\w.-]+\.(?:js|css)\b/g) ?? []).filter((name) => existsSync(path.join(folder, name)));

  return async (html) => {
    const names = new Set(namesIn(html));
    // The set grows during the loop, which ends when a chunk names no new chunk.
    for (const name of names) for (const next of namesIn(await read(name))) names.add(next);
    return Promise.all([...names].map(read));
  };
}
