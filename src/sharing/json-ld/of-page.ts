import { features, questionsOf } from '../../copy/entries.ts';
import { plainText } from '../../copy/markdown.ts';
import { allPages, type Page } from '../../copy/pages.ts';
import { currentRelease } from '../../copy/releases.ts';
import { site } from '../../shared/site.ts';
import { breadcrumbList, faqPage, type Node, organization, softwareApplication, webSite } from './nodes.ts';

/** The program, described everywhere as on the home page. */
const application = async (pages: readonly Page[]): Promise<Node> => {
  const { today } = await features();
  return softwareApplication({
    description: pages.find(({ path }) => path === '/')?.description ?? site.tagline,
    release: await currentRelease(),
    features: today.map(({ name }) => name),
  });
};

const questions = async ({ path, sections }: Page): Promise<Node[]> => {
  const topics = sections.flatMap((section) => (section.type === 'questions' ? [section.topic] : []));
  const lists = await Promise.all(topics.map(questionsOf));
  const asked = lists.flat().map(({ question, answer }) => ({ question: plainText(question), answer }));
  return asked.length ? [faqPage(asked, path)] : [];
};

/**
 * What a content page says in schema.org's terms, taken from what it shows: the publisher and the site on
 * the home page, the program where it is presented or sold, the questions that are answered, the way here.
 */
export const structuredDataOf = async (page: Page): Promise<readonly Node[]> => {
  const home = page.path === '/';
  const sells = page.sections.some(({ type }) => type === 'checkout' || type === 'downloads');
  const pages = await allPages();
  const way = breadcrumbList(page, pages);
  return [
    ...(home ? [organization(), webSite()] : []),
    ...(home || sells ? [await application(pages)] : []),
    ...(await questions(page)),
    ...(way ? [way] : []),
  ];
};
