import { getCollection } from 'astro:content';
import type { IndexEntry } from './book-index.ts';
import { loadFeatures, loadPages, type Page } from './content.ts';
import { fillEntry, isShown } from './content-entry.ts';

/** Returns the entries of the index: terms of the pages that search engines may show, features, and questions. */
export async function loadIndexEntries(): Promise<readonly IndexEntry[]> {
  const pages = (await loadPages()).filter(({ noindex }) => !noindex);
  return [...pages.flatMap(pageEntries), ...(await featureEntries(pages)), ...(await questionEntries(pages))];
}

/** The terms of a page, or else its title. The home page is the cover of the book, and needs no line. */
function pageEntries({ path, title, index }: Page): IndexEntry[] {
  if (path === '/') return [];
  return (index ?? [{ term: title, href: '' }]).map(({ term, href = '' }) => ({
    term,
    href: path + href,
    page: title,
  }));
}

async function featureEntries(pages: readonly Page[]): Promise<IndexEntry[]> {
  const { today, soon } = await loadFeatures();
  const page = pages.find(({ path }) => path === '/features')?.title ?? '';
  return [
    ...today.map((feature) => ({ ...feature, href: `/features#${feature.id}` })),
    ...soon.map((feature) => ({ ...feature, href: '/features#coming-soon' })),
  ].flatMap(({ name, index = [], href }) => [name, ...index].map((term) => ({ term, href, page })));
}

/** A question stands on the first page that lists its topic. */
async function questionEntries(pages: readonly Page[]): Promise<IndexEntry[]> {
  const topicsOf = ({ sections }: Page) =>
    sections.flatMap((section) => (section.type === 'questions' ? [section.topic] : []));
  return (await getCollection('questions', isShown))
    .map((entry) => fillEntry(entry))
    .flatMap(({ id, topics, index = [] }) => {
      const page = pages.find((one) => topicsOf(one).some((topic) => topics.includes(topic)));
      return page ? index.map((term) => ({ term, href: `${page.path}#${id}`, page: page.title })) : [];
    });
}
