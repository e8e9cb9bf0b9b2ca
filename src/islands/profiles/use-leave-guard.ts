import { useEffect } from 'react';
import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import type { Question } from '../ui/ConfirmDialog.tsx';

/**
 * What a plain click presses that leads away from this page: a link that would show another page of this site in this window,
 * or the bar's Logout; null for any other click. The page's script asks alike, but lends nothing out: what an island
 * shared with it would be a second file of every page.
 */
const wayOutOf = (event: MouseEvent): HTMLElement | null => {
  if (!(event.target instanceof Element)) return null;
  const logOut = event.target.closest<HTMLElement>('[data-log-out]');
  if (logOut) return logOut;
  const link = event.target.closest<HTMLAnchorElement>('a[href]');
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null;
  const isHere = link.pathname + link.search === location.pathname + location.search;
  return link.origin === location.origin && !isHere && !link.target && !link.hasAttribute('download')
    ? link
    : null;
};

/**
 * While something is unsaved, asks before a link of this site is followed or somebody logs out, and has the browser ask before
 * the page goes any other way.
 */
export const useLeaveGuard = (unsaved: boolean, ask: (question: Question) => Promise<boolean>): void => {
  useEffect(() => {
    if (!unsaved) return;
    const guard = new AbortController();
    const { signal } = guard;
    /** Whether somebody was asked and leaves. Who is still there, or comes back, finds their words, and the guard with them. */
    let leaving = false;
    addEventListener('pageshow', () => (leaving = false), { signal });
    const onClick = (event: MouseEvent) => {
      // Its own click, once somebody was asked.
      if (!event.isTrusted) return;
      leaving = false;
      const wayOut = wayOutOf(event);
      if (!wayOut) return;
      event.preventDefault();
      event.stopPropagation();
      void ask({ text: texts.confirmLeave, action: texts.leave }).then((leaves) => {
        if (!leaves) return;
        leaving = true;
        wayOut.click();
      });
    };
    document.addEventListener('click', onClick, { capture: true, signal });
    addEventListener(
      'beforeunload',
      (event) => {
        if (!leaving) event.preventDefault();
      },
      { signal },
    );
    return () => {
      guard.abort();
    };
  }, [unsaved, ask]);
};
