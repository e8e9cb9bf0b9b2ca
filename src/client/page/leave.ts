import { pageLinkOf } from './link.ts';

/** The fade, as long as the specification wants it; base.css draws it. Milliseconds. */
const FADE = 300;
/** How long the next page may take before this one comes back. Milliseconds. */
const PATIENCE = 4000;

const root = document.documentElement;
let timer = 0;

const stay = (): void => {
  clearTimeout(timer);
  delete root.dataset.leaving;
};

const leaveFor = (address: string): void => {
  clearTimeout(timer);
  root.dataset.leaving = '';
  timer = window.setTimeout(() => {
    location.assign(address);
    timer = window.setTimeout(stay, PATIENCE);
  }, FADE);
};

/** Keyboards and assistive technology click without a count. */
const wantsFade = (event: MouseEvent): boolean =>
  event.detail > 0 &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The bar's menu would cover a page that somebody comes back to. */
const closeMenu = (): void => {
  document.querySelector<HTMLElement>('[popover]:popover-open')?.hidePopover();
};

/**
 * Fades the page out before a plain click on one of its links takes effect. Whatever keeps the next page
 * from coming — Escape, an answer without a page, the way back — shows this one again.
 */
export const fadeBeforeLeaving = (): void => {
  // On window: whatever else listens on the page has had its say, or was told, before.
  window.addEventListener('click', (event) => {
    const link = pageLinkOf(event);
    if (!link || event.defaultPrevented || !wantsFade(event)) return;
    event.preventDefault();
    leaveFor(link.href);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') stay();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    stay();
    if (persisted) closeMenu();
  });
};
