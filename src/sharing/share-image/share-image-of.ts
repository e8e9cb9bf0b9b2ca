import { site } from '../../shared/site.ts';
import { measures } from './measures.ts';

/** The name of a page's share image without its ending: `/` → `index`, `/why` → `why`. */
export const shareSlug = (path: string): string => path.slice(1) || 'index';

/** Where a page's share image is, with what a link preview must know of it; the title is the page's. */
export const shareImageOf = ({ path, title }: { readonly path: string; readonly title: string }) => ({
  src: `/share/${shareSlug(path)}.png`,
  width: measures.width,
  height: measures.height,
  alt: `A ruled index card of ${site.product} with the title “${title}”.`,
});
