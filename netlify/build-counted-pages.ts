import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The address in a page's `<body data-count>`, which src/layouts/Site.astro writes. */
const countedPath = /<body\b[^>]*\sdata-count="\/api\/counts\/view\?of=([^"]*)"/;

/**
 * Writes the paths of the counted pages among the static files in `files` as JSON. Throws if no page is counted, because then
 * the functions would count no view.
 */
export async function buildCountedPages(files: string, target: string): Promise<void> {
  const names = (await readdir(files, { recursive: true })).filter((name) => name.endsWith('.html'));
  const pages = await Promise.all(names.map((name) => readFile(path.join(files, name), 'utf8')));
  const paths = new Set(
    pages.map((html) => countedPath.exec(html)?.[1]).filter((found) => found !== undefined),
  );
  if (paths.size === 0) throw new Error(`No page in ${files} has <body data-count>.`);
  await writeFile(target, JSON.stringify([...paths].sort()));
}
