import { readdirSync, readFileSync } from 'node:fs';
import { pathFromName } from '../src/copy/page-path.ts';
import { inProject } from '../stack/paths.ts';

interface ContentPage {
  readonly path: string;
  /** Types of the page's sections. */
  readonly types: ReadonlySet<string>;
}

function readContentPages(): ContentPage[] {
  const folder = inProject('src/content/pages');
  return readdirSync(folder).map((file) => {
    const name = file.replace(/\.md$/, '');
    const types = [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/^ +- type: (\S+)/gm)];
    return { path: pathFromName(name), types: new Set(types.map(([, type = '']) => type)) };
  });
}

/** Returns the paths of a few content pages that together have every type of section, without those in `except`. */
export function pagesWithAllSections(except: readonly string[] = []): string[] {
  const pages = readContentPages();
  const missing = new Set(pages.flatMap(({ types }) => [...types]));
  if (missing.size === 0) throw new Error('The content pages have no sections.');
  for (const type of except) missing.delete(type);
  const chosen: string[] = [];
  while (missing.size > 0) {
    const countMissing = ({ types }: ContentPage) => [...types].filter((type) => missing.has(type)).length;
    const [next] = pages.toSorted((a, b) => countMissing(b) - countMissing(a));
    if (!next || countMissing(next) === 0) throw new Error('No page has the remaining sections.');
    chosen.push(next.path);
    for (const type of next.types) missing.delete(type);
  }
  return chosen;
}
