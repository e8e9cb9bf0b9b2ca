import { type CollectionEntry, getCollection } from 'astro:content';
import { bodyComplaint } from './body-complaint.ts';
import { filled } from './filled.ts';
import { currentVersion } from './releases.ts';

const pathOfId = (id: string): string => (id === 'index' ? '/' : `/${id}`);

const withBodyShown = (entry: CollectionEntry<'pages'>): CollectionEntry<'pages'> => {
  const complaint = bodyComplaint(entry.data.sections, entry.body ?? '');
  if (complaint !== undefined) throw new Error(`${entry.filePath ?? entry.id}: ${complaint}`);
  return entry;
};

const publishedPages = async () => {
  const entries = await getCollection('pages', ({ data }) => !data.draft);
  const version = await currentVersion();
  return entries
    .map((entry) => filled(withBodyShown(entry), { version }))
    .map(({ 'bare-title': bareTitle, 'hide-from-search': noindex, ...page }) => ({
      ...page,
      path: pathOfId(page.id),
      bareTitle,
      noindex,
    }));
};

/** A page of src/content/pages with its placeholders filled; `body` is Markdown. */
export type Page = Awaited<ReturnType<typeof publishedPages>>[number];

/** Every page that is not a draft, by its address. */
export const allPages = async (): Promise<Page[]> =>
  (await publishedPages()).sort((a, b) => a.path.localeCompare(b.path));
