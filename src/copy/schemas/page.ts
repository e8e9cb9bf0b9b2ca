import { site } from '../../shared/site.ts';
import {
  day,
  draft,
  fields,
  lengthProblem,
  line,
  link,
  list,
  patternText,
  shortText,
  text,
  yesOrNo,
} from './field.ts';
import { type Section, sectionSchema } from './section.ts';

/** Number of characters of a title that search engines show. */
const maxTitleLength = 65;

/** Fields of src/content/pages. The name of the file is the address of the page. */
export const pageSchema = fields('the head of a page', {
  title: text('the title in search results and tabs; the name of the product is added'),
  'bare-title': yesOrNo('true where the title already names the product').default(false),
  description: shortText('what the page is about, for search results, in a sentence or two', 165),
  parent: link('the page above this one, for the path shown in search results').optional(),
  'hide-from-search': yesOrNo('true keeps the page out of search engines and the sitemap').default(false),
  policy: fields('the version of a policy, such as the terms', {
    begins: day('the day on which this version begins'),
    changes: line('what is new in this version, in a sentence (Markdown)'),
  }).optional(),
  index: list(
    'the terms under which /a-z lists the page; without them, its title',
    fields('a term', {
      term: shortText('the term', 60),
      href: patternText('an anchor of the page, such as #apply', /^#[a-z0-9-]+$/)
        .describe('the anchor of the page, such as #apply')
        .optional(),
    }),
  ).optional(),
  draft: draft('the page'),
  sections: list('the sections of the page, from top to bottom', sectionSchema),
}).superRefine((page, context) => {
  const titleProblem = lengthProblem(
    page['bare-title'] ? page.title : `${page.title} | {product}`,
    maxTitleLength,
  );
  if (titleProblem !== undefined)
    context.addIssue({
      code: 'custom',
      path: ['title'],
      message: page['bare-title']
        ? `${titleProblem}.`
        : `together with " | ${site.product}" ${titleProblem}.`,
    });
  if (page.sections.some(({ type }, index) => (type === 'opening') !== (index === 0)))
    context.addIssue({
      code: 'custom',
      path: ['sections'],
      message: 'Expected: one section of the type "opening", as the first',
    });
  const duplicate = duplicateAnchor(page.sections);
  if (duplicate !== undefined)
    context.addIssue({
      code: 'custom',
      path: ['sections'],
      message: `The anchor "${duplicate}" is used twice. Expected: a different anchor for each section and card`,
    });
});

/** Returns the first anchor that two sections or cards of a page set with `id`. */
function duplicateAnchor(sections: readonly Section[]): string | undefined {
  const anchors = sections.flatMap((section) => [
    'id' in section ? section.id : undefined,
    ...(section.type === 'cards' ? section.cards.map(({ id }) => id) : []),
  ]);
  return anchors.find((anchor, index) => anchor !== undefined && anchors.indexOf(anchor) < index);
}
