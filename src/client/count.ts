import type { CountedEvent } from '../shared/counted-events.ts';
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
 * Adds one to the owner's number of an event today, once in a page view for each subject. The subject is a plan or a file. Sends
 * nothing about the visitor, and nothing at all if the browser asks not to be tracked.
 */
export function countEvent(event: Exclude<CountedEvent, 'view'>, subject: string): void {
  runErrand(() => {
    if (navigator.globalPrivacyControl || navigator.doNotTrack === '1') return;
    startWithEachView();
    const address = `/api/counts/${event}?of=${subject}`;
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
