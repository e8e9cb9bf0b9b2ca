import { loadCurrentRelease, loadFeatures, loadPages, loadQuestions, type Page } from '../copy/content.ts';
import { plainText } from '../copy/markdown.ts';
import { site } from '../shared/site.ts';
import {
  breadcrumbList,
  faqPage,
  type Node,
  organization,
  softwareApplication,
  soldApplication,
  webSite,
} from './structured-data.ts';

/**
 * Returns the schema.org nodes of a content page: the publisher, the site and the program on the home page, the program's prices
 * where it is sold, the questions that the page answers, and its breadcrumbs.
 */
export async function pageStructuredData(page: Page): Promise<readonly Node[]> {
  const isHome = page.path === '/';
  const isSelling = page.sections.some(({ type }) => type === 'checkout' || type === 'downloads');
  const pages = await loadPages();
  const breadcrumbs = breadcrumbList(page, pages);
  return [
    ...(isHome ? [organization(), webSite()] : []),
    ...(isHome ? [await applicationNode(pages)] : []),
    ...(!isHome && isSelling ? [soldApplication()] : []),
    ...(await questionNodes(page)),
    ...(breadcrumbs ? [breadcrumbs] : []),
  ];
}

/** Returns the program, with the description of the home page. */
async function applicationNode(pages: readonly Page[]): Promise<Node> {
  const { today } = await loadFeatures();
  return softwareApplication({
    description: pages.find(({ path }) => path === '/')?.description ?? site.tagline,
    release: await loadCurrentRelease(),
    features: today.map(({ name }) => name),
  });
}

async function questionNodes({ sections }: Page): Promise<Node[]> {
  const topics = sections.flatMap((section) => (section.type === 'questions' ? [section.topic] : []));
  const topicQuestions = (await Promise.all(topics.map(loadQuestions))).flat();
  const entries = topicQuestions.map(({ question, answer }) => ({ question: plainText(question), answer }));
  return entries.length > 0 ? [faqPage(entries)] : [];
}
