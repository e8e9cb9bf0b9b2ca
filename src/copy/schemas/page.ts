import { site } from '../../shared/site.ts';
import { fields, lengthComplaint, link, list, shortText, text, yesOrNo } from './field.ts';
import { type Section, sectionSchema } from './section.ts';

/** What search engines show of a title. */
const longestTitle = 65;

/** The first anchor that is written for two sections or cards, or undefined; those that are made of headings are not among them. */
const anchorTwice = (sections: readonly Section[]): string | undefined => {
  const anchors = sections.flatMap((section) => [
    'id' in section ? section.id : undefined,
    ...(section.type === 'cards' ? section.cards.map(({ id }) => id) : []),
  ]);
  return anchors.find((anchor, place) => anchor !== undefined && anchors.indexOf(anchor) < place);
};

/** The fields of src/content/pages: one file a page, its name is the page's address. */
export const pageSchema = fields('the head of a page', {
  title: text('the title in search results and tabs; the name of the product is added'),
  'bare-title': yesOrNo('true where the title already names the product').default(false),
  description: shortText('what the page is about, for search results, in a sentence or two', 165),
  parent: link('the page above this one, for the path shown in search results').optional(),
  'hide-from-search': yesOrNo('true keeps the page out of search engines and the sitemap').default(false),
  draft: yesOrNo(
    'true keeps the page out of the site; it is shown on your computer and in previews, marked as a draft',
  ).default(false),
  sections: list('the sections of the page, from top to bottom', sectionSchema),
}).superRefine((page, context) => {
  const tooLong = lengthComplaint(
    page['bare-title'] ? page.title : `${page.title} | {product}`,
    longestTitle,
  );
  if (tooLong !== undefined)
    context.addIssue({
      code: 'custom',
      path: ['title'],
      message: page['bare-title'] ? `${tooLong}.` : `together with " | ${site.product}" ${tooLong}.`,
    });
  if (page.sections.some(({ type }, place) => (type === 'opening') !== (place === 0)))
    context.addIssue({
      code: 'custom',
      path: ['sections'],
      message: 'Expected: one section of the type "opening", as the first',
    });
  const twice = anchorTwice(page.sections);
  if (twice !== undefined)
    context.addIssue({
      code: 'custom',
      path: ['sections'],
      message: `The anchor "${twice}" stands twice. Expected: one of its own for each section and card`,
    });
});
