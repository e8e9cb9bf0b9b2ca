import { useEffect, useEffectEvent } from 'react';

/** Calls back when the browser restores the page from its back/forward cache, with the state that the page was left in. */
export function usePageRestored(onRestored: () => void): void {
  const handle = useEffectEvent(onRestored);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) handle();
    };
    addEventListener('pageshow', onPageShow);
    return () => {
      removeEventListener('pageshow', onPageShow);
    };
  }, []);
}
