import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { openTestBrowser } from '../browsers/open-browser.ts';
import { readFacts, type PageFacts } from './page-facts.ts';

const pathOf = (file: string): string => `/${file.replace(/(?:(^|\/)index)?\.html$/, '')}`;

/** The facts of every page in a build's folder, in the order of their files. */
export const readPages = async (folder: string): Promise<PageFacts[]> => {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'));
  const browser = await openTestBrowser();
  const tab = await browser.newPage();
  const pages: PageFacts[] = [];
  for (const file of names.map((name) => name.replaceAll(path.sep, '/')).sort()) {
    const html = await readFile(path.join(folder, file), 'utf8');
    pages.push({ path: pathOf(file), file, ...(await tab.evaluate(readFacts, html)) });
  }
  await browser.close();
  return pages;
};
