import { keepEvents, takeKeptEvents, type MeasuredEvent } from './kept-events.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
  interface Navigator {
    readonly globalPrivacyControl?: boolean;
  }
}

interface Provider {
  readonly id: string;
  readonly scriptUrl: string;
  /** The path to name in the place of the page's own, and of its title. */
  readonly page?: string | undefined;
}

const isUnwanted = (): boolean => Boolean(navigator.globalPrivacyControl) || navigator.doNotTrack === '1';

/** An address without its query, which may hold a token or an email. */
const bare = (address: string): string => address.replace(/[?#].*/, '');

/** Where an event happens, as the provider is told; `page` also stands for the title, which it reads by itself. */
const placeOf = (page: string | undefined) =>
  page
    ? { page_path: page, page_location: location.origin + page, page_title: page }
    : { page_path: location.pathname, page_location: bare(location.href) };

/** Calls `then` once the page is idle after it has loaded, or after ten seconds where a resource never arrives. */
function whenIdle(then: () => void): void {
  let isWaiting = false;
  const wait = () => {
    if (isWaiting) return;
    isWaiting = true;
    if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: 3_000 });
    else setTimeout(then, 500);
  };
  if (document.readyState === 'complete') wait();
  addEventListener('load', wait);
  setTimeout(wait, 10_000);
}

/** The provider's own queue; it takes `arguments` objects and nothing else. */
function command(..._parts: unknown[]): void {
  // oxlint-disable-next-line prefer-rest-params
  (window.dataLayer ??= []).push(arguments);
}

/** Loads the provider's script; `end` gets whether it came. */
const loadScript = ({ id, scriptUrl }: Provider, end: (loaded: boolean) => void): void => {
  const script = document.createElement('script');
  script.async = true;
  script.src = `${scriptUrl}?id=${id}`;
  script.onload = () => {
    end(true);
  };
  script.onerror = () => {
    end(false);
  };
  document.head.append(script);
};

/** A page view, once the page is before somebody's eyes. */
const reportView = (): void => {
  if (document.visibilityState === 'visible') window.gtag?.('event', 'page_view');
  else document.addEventListener('visibilitychange', reportView, { once: true });
};

/** A funnel event for each click that follows a link with `data-event`, in whichever window. */
const reportFunnel = (): void => {
  const report = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    const name = link?.dataset.event;
    // The second half of a double click follows nothing more.
    if (link && name && event.button < 2 && event.detail < 2 && !event.defaultPrevented)
      window.gtag?.('event', name, { destination: link.pathname });
  };
  document.addEventListener('click', report);
  document.addEventListener('auxclick', report);
};

/**
 * Reports page views and events to the provider, unless the visitor's browser asks not to be measured. Its
 * script is loaded when the page is idle; what happens before waits, beyond the page if need be. It sets no
 * cookie, and learns of an address its path alone.
 */
export const measure = (provider: Provider): void => {
  if (isUnwanted()) return;
  const place = placeOf(provider.page);
  /** Null once the provider's script is there. */
  let waiting: MeasuredEvent[] | null = [];
  const send = ([name, details]: MeasuredEvent) => {
    command('event', name, details);
  };
  const log = (event: MeasuredEvent) => {
    if (waiting) waiting.push(event);
    else send(event);
  };
  window.gtag = (_event, name, details) => {
    log([name, { ...place, ...details }]);
  };
  command('consent', 'default', { analytics_storage: 'denied', ad_storage: 'denied' });
  command('js', new Date());
  command('config', provider.id, {
    send_page_view: false,
    transport_type: 'beacon',
    page_location: place.page_location,
    ...(provider.page && { page_title: provider.page }),
    page_referrer: bare(document.referrer),
  });
  const resume = () => {
    takeKeptEvents().forEach(log);
  };
  resume();
  reportView();
  reportFunnel();
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    reportView();
    // The page that was left for this one may still be writing its own.
    setTimeout(resume, 1000);
  });
  addEventListener('pagehide', () => {
    // Kept for the next page; one that comes back from the browser's cache must not send them again.
    if (waiting) keepEvents(waiting.splice(0));
  });
  whenIdle(() => {
    loadScript(provider, (loaded) => {
      if (loaded) waiting?.forEach(send);
      waiting = loaded ? null : [];
    });
  });
};
