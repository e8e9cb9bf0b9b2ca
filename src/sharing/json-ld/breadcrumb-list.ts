import { site } from '../../shared/site.ts';
import { addressOf } from '../addresses.ts';
import type { Node } from './node.ts';

interface Step {
  readonly path: string;
  readonly title: string;
  readonly parent?: string | undefined;
}

/** The pages above a page, the highest first; throws where one names a parent that is not among `pages`. */
const above = (
  { path, parent }: Step,
  pages: readonly Step[],
  below: readonly string[] = [],
): readonly Step[] => {
  if (!parent || parent === '/') return [];
  const page = pages.find((other) => other.path === parent);
  if (!page) throw new Error(`The page ${path} names the parent ${parent}, which is no published page.`);
  if ([...below, path].includes(parent))
    throw new Error(`The page ${path} is above itself: see its parent ${parent}.`);
  return [...above(page, pages, [...below, path]), page];
};

/** The way from the home page to a page through its parents; undefined for the home page itself. */
export const breadcrumbList = (page: Step, pages: readonly Step[]): Node | undefined =>
  page.path === '/'
    ? undefined
    : {
        '@type': 'BreadcrumbList',
        itemListElement: [{ path: '/', title: site.product }, ...above(page, pages), page].map(
          ({ path, title }, place) => ({
            '@type': 'ListItem',
            position: place + 1,
            name: title,
            item: addressOf(path),
          }),
        ),
      };
