declare global {
  interface Window {
    /** Reports an event to Google Analytics. Undefined if analytics is off. */
    gtag?: (command: 'event', name: string, details?: Readonly<Record<string, string>>) => void;
    dataLayer?: unknown[];
  }
}

interface AnalyticsSettings {
  readonly id: string;
  readonly scriptUrl: string;
  /** Replaces the page's path and title in events. */
  readonly page?: string | undefined;
}

type AnalyticsEvent = readonly [name: string, details: Readonly<Record<string, string>>];

/**
 * Reports page views and events to Google Analytics, unless the browser asks not to be tracked. Loads Google's script when the
 * page is idle and queues earlier events, also for the next page. Sets no cookie, and sends addresses without their query.
 */
export function measure(settings: AnalyticsSettings): void {
  if (navigator.globalPrivacyControl || navigator.doNotTrack === '1') return;
  const page = pageFields(settings.page);
  /** Null after Google's script has loaded. */
  let queue: AnalyticsEvent[] | null = [];
  const send = ([name, details]: AnalyticsEvent) => {
    command('event', name, details);
  };
  const log = (event: AnalyticsEvent) => {
    if (queue) queue.push(event);
    else send(event);
  };
  window.gtag = (_event, name, details) => {
    log([name, { ...page, ...details }]);
  };
  command('consent', 'default', { analytics_storage: 'denied', ad_storage: 'denied' });
  command('js', new Date());
  command('config', settings.id, {
    send_page_view: false,
    transport_type: 'beacon',
    page_location: page.page_location,
    ...(settings.page && { page_title: settings.page }),
    page_referrer: withoutQuery(document.referrer),
  });
  const resume = () => {
    takeStoredEvents().forEach(log);
  };
  resume();
  reportView();
  reportFunnel();
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    reportView();
    // The page that the visitor left may still be storing its events.
    setTimeout(resume, 1_000);
  });
  addEventListener('pagehide', () => {
    // Empties the queue, because a page from the back/forward cache must not send these events again.
    if (queue) storeEvents(queue.splice(0));
  });
  whenIdle(() => {
    loadScript(settings, (loaded) => {
      if (loaded) queue?.forEach(send);
      queue = loaded ? null : [];
    });
  });
}

/** The fields of each event that name the page. Google's script reads the title by itself unless the event has one. */
function pageFields(page: string | undefined) {
  return page
    ? { page_path: page, page_location: location.origin + page, page_title: page }
    : { page_path: location.pathname, page_location: withoutQuery(location.href) };
}

/** Removes the query from an address, because it may contain a token or an email. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*/, '');
}

/** Adds a command to Google's queue, which takes only `arguments` objects. */
function command(..._parts: unknown[]): void {
  // oxlint-disable-next-line prefer-rest-params
  (window.dataLayer ??= []).push(arguments);
}

/** Reports a page view when the page is visible. */
function reportView(): void {
  if (document.visibilityState === 'visible') window.gtag?.('event', 'page_view');
  else document.addEventListener('visibilitychange', reportView, { once: true });
}

/** Reports a funnel event for each click that follows a link with `data-event`, in this window or another. */
function reportFunnel(): void {
  const report = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    const name = link?.dataset.event;
    // The second click of a double click follows nothing.
    if (link && name && event.button < 2 && event.detail < 2 && !event.defaultPrevented)
      window.gtag?.('event', name, { destination: link.pathname });
  };
  document.addEventListener('click', report);
  document.addEventListener('auxclick', report);
}

/** Calls `callback` when the page is idle after it has loaded, or after ten seconds if a resource never arrives. */
function whenIdle(callback: () => void): void {
  let isWaiting = false;
  const wait = () => {
    if (isWaiting) return;
    isWaiting = true;
    try {
      requestIdleCallback(callback, { timeout: 3_000 });
    } catch {
      // Safari has no such function.
      setTimeout(callback, 500);
    }
  };
  if (document.readyState === 'complete') wait();
  addEventListener('load', wait);
  setTimeout(wait, 10_000);
}

/** Loads Google's script. Calls `onEnd` with true if the script loaded, otherwise with false. */
function loadScript({ id, scriptUrl }: AnalyticsSettings, onEnd: (loaded: boolean) => void): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = `${scriptUrl}?id=${id}`;
  script.onload = () => {
    onEnd(true);
  };
  script.onerror = () => {
    onEnd(false);
  };
  document.head.append(script);
}

const storageKey = 'events';

/** Removes and returns the events that earlier pages of this tab stored. */
export function takeStoredEvents(): AnalyticsEvent[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    sessionStorage.removeItem(storageKey);
    return Array.isArray(stored) ? stored.filter(isEvent) : [];
  } catch {
    return [];
  }
}

/** Adds events that were not sent to the stored events. */
export function storeEvents(events: readonly AnalyticsEvent[]): void {
  try {
    if (events.length) sessionStorage.setItem(storageKey, JSON.stringify([...takeStoredEvents(), ...events]));
  } catch {
    // Without storage the events are lost.
  }
}

function isEvent(value: unknown): value is AnalyticsEvent {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'object';
}
