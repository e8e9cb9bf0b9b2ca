import { runErrand } from './errand.ts';

/** Duration of the fade in milliseconds. base.css draws it. */
const FADE_MS = 300;
/** Time in milliseconds after which a page that was not replaced is shown again. */
const RETURN_MS = 4_000;

let timer = 0;

/**
 * Fades the page out before it follows a click on a link of this site. Shows the page again if the next page does not come:
 * after Escape, after an answer without a page, and after the Back button.
 */
export function fadeBeforeLeaving(): void {
  // On window, so that all other listeners of the page run first and may prevent the default.
  window.addEventListener('click', (event) => {
    const link = pageLinkAt(event);
    if (!link || event.defaultPrevented || !isFadingClick(event)) return;
    event.preventDefault();
    fadeTo(link.href);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') showPage();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    showPage();
    // An open menu would cover the page.
    if (persisted)
      runErrand(() => document.querySelector<HTMLElement>('[popover]:popover-open')?.hidePopover());
  });
}

/** True for a plain click of a pointer. Clicks by keyboard and assistive technology have a count of 0. */
function isFadingClick(event: MouseEvent): boolean {
  return (
    event.detail > 0 &&
    event.button === 0 &&
    !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
    runErrand(() => matchMedia('(prefers-reduced-motion: reduce)').matches) === false
  );
}

function fadeTo(address: string): void {
  clearTimeout(timer);
  document.documentElement.dataset.leaving = '';
  timer = window.setTimeout(() => {
    location.assign(address);
    timer = window.setTimeout(showPage, RETURN_MS);
  }, FADE_MS);
}

function showPage(): void {
  clearTimeout(timer);
  delete document.documentElement.dataset.leaving;
}

/**
 * Prefetches the page of a pressed link in browsers without speculation rules, unless the page sends nothing.
 * Uses fetch(), because some browsers apply the default-src of the Content Security Policy to a prefetch link.
 */
export function prefetchPressedLinks(): void {
  if ('silent' in document.body.dataset || HTMLScriptElement.supports?.('speculationrules')) return;
  const prefetched = new Set<string>();
  document.addEventListener('pointerdown', (event) => {
    const address = pageLinkAt(event)?.href;
    if (!address || prefetched.has(address)) return;
    prefetched.add(address);
    fetch(address, { priority: 'low' }).catch(() => undefined);
  });
}

/** Returns the link around an event's target if it leads to another page of this site in this window. */
function pageLinkAt({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link &&
    /^(_self)?$/.test(link.target) &&
    !link.hasAttribute('download') &&
    leadsToPage(link, location)
    ? link
    : null;
}

type Address = Pick<URL, 'origin' | 'pathname' | 'search'>;

/** True if a link leads to another page of this site, and not to a file, an API call or a place on the same page. */
export function leadsToPage(link: Address, here: Address): boolean {
  return (
    link.origin === here.origin &&
    link.pathname + link.search !== here.pathname + here.search &&
    !/^\/(api|dist)\/|\.\w+$/.test(link.pathname)
  );
}
