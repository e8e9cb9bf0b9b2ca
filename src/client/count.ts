import { fromParameter, type LinkEvent } from '../shared/counted-events.ts';
import { runErrand } from './side-errand.ts';

declare global {
  interface Navigator {
    readonly globalPrivacyControl?: boolean;
  }
}

/** The counted events of this page view. */
const counted = new Set<string>();
let isListening = false;

/**
 * Adds one to the owner's number of an event today, once in a page view for each subject. The subject is a plan or a file. `paid`
 * counts only after an owner's link, whose code the tab keeps (page.ts). Sends nothing about the visitor, and nothing at all if the
 * browser asks not to be tracked.
 */
export function countEvent(event: Exclude<LinkEvent, 'view'>, subject: string): void {
  runErrand(() => {
    if (navigator.globalPrivacyControl || navigator.doNotTrack === '1') return;
    startWithEachView();
    const from = runErrand(() => sessionStorage.getItem(fromParameter)) ?? '';
    if (event === 'paid' && !from) return;
    const address = `/api/counts/${event}?of=${subject}${from && `&${fromParameter}=${from}`}`;
    if (counted.has(address)) return;
    counted.add(address);
    navigator.sendBeacon(address);
  });
}

/** A page from the back/forward cache is a new view. */
function startWithEachView(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) counted.clear();
  });
}
