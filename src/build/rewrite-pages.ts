import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Rewrites every page of a build. `rewrite` gets a page's HTML and its file name in the build's folder. */
export async function rewritePages(
  dir: URL,
  rewrite: (html: string, page: string) => string | Promise<string>,
): Promise<void> {
  const folder = fileURLToPath(dir);
  const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'));
  for (const page of pages) {
    const file = path.join(folder, page);
    await writeFile(file, await rewrite(await readFile(file, 'utf8'), page));
  }
}
