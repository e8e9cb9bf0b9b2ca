/** The parts of a link or of an address that tell where it leads. */
type Address = Pick<URL, 'origin' | 'pathname' | 'search'>;

const isFileOrCall = (path: string): boolean => /^\/(api|dist)\/|\.\w+$/.test(path);

/** Whether following `link` shows another page of this site: no file, no call, no place on the same page. */
export const leadsToPage = (link: Address, here: Address): boolean =>
  link.origin === here.origin &&
  link.pathname + link.search !== here.pathname + here.search &&
  !isFileOrCall(link.pathname);

/** The link to another page of this site, in this window, that an event happened in; null without one. */
export const pageLinkOf = (event: Event): HTMLAnchorElement | null => {
  const link = linkOf(event);
  return link &&
    /^(_self)?$/.test(link.target) &&
    !link.hasAttribute('download') &&
    leadsToPage(link, location)
    ? link
    : null;
};

/** The link that an event happened in, wherever it leads. */
const linkOf = ({ target }: Event): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
