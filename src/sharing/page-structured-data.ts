import { loadCurrentRelease, loadPages, loadQuestions, type Page } from '../copy/content.ts';
import { plainText } from '../copy/markdown.ts';
import {
  breadcrumbList,
  describedApplication,
  downloadableApplication,
  faqPage,
  type Node,
  organization,
  seller,
  soldApplication,
  webSite,
} from './structured-data.ts';

/**
 * Returns the schema.org nodes of a content page: the publisher, the site and the program on the home page, what is said of them on
 * other pages, the questions that the page answers, and its breadcrumbs.
 */
export async function pageStructuredData(page: Page): Promise<readonly Node[]> {
  const pages = await loadPages();
  const breadcrumbs = breadcrumbList(page, pages);
  const nodes = page.path === '/' ? homeNodes(page) : await otherNodes(page);
  return [...nodes, ...(await questionNodes(page)), ...(breadcrumbs ? [breadcrumbs] : [])];
}

function homeNodes({ description }: Page): Node[] {
  return [organization(), webSite(), describedApplication(description)];
}

/** Returns what the sections of a page say of the program and its publisher. */
async function otherNodes({ sections }: Page): Promise<Node[]> {
  const types = new Set(sections.map(({ type }) => type));
  if (types.has('downloads')) return [downloadableApplication(await loadCurrentRelease())];
  if (types.has('checkout')) return [soldApplication()];
  return types.has('colophon') ? [seller()] : [];
}

async function questionNodes({ sections }: Page): Promise<Node[]> {
  const topics = sections.flatMap((section) => (section.type === 'questions' ? [section.topic] : []));
  const topicQuestions = (await Promise.all(topics.map(loadQuestions))).flat();
  const entries = topicQuestions.map(({ question, answer }) => ({ question: plainText(question), answer }));
  return entries.length > 0 ? [faqPage(entries)] : [];
}
