import { isShown, withDraftMark } from './drafts.ts';
import { getCollection } from 'astro:content';
import { filled } from './filled.ts';
import { currentVersion } from './releases.ts';

const pathOfId = (id: string): string => (id === 'index' ? '/' : `/${id}`);

const publishedPages = async () => {
  const entries = await getCollection('pages', isShown);
  const version = await currentVersion();
  return entries
    .map((entry) => filled(entry, { version }))
    .map(({ 'bare-title': bareTitle, 'hide-from-search': noindex, ...page }) => ({
      ...page,
      path: pathOfId(page.id),
      title: withDraftMark(page.title, page.draft),
      bareTitle,
      // The sitemap leaves out what search engines may not list.
      noindex: noindex || page.draft,
    }));
};

/** A page of src/content/pages with its placeholders filled; `body` is Markdown. */
export type Page = Awaited<ReturnType<typeof publishedPages>>[number];

/** Every page, by its address; drafts only where they are shown. */
export const allPages = async (): Promise<Page[]> =>
  (await publishedPages()).sort((a, b) => a.path.localeCompare(b.path));
