import { choiceAbout, isReady, type Choice } from '../messages.ts';
import type { SdkContext } from './context.ts';

/** The approval window: a popup, or a frame over the page where popups are blocked. */
export interface CheckoutWindow {
  go(url: string): void;
  focus(): void;
  close(): void;
  isClosed(): boolean;
  /** Resolves with the buyer's choice about this token; null when the window was closed instead. */
  choice(token: string, round: string): Promise<Choice | null>;
}

const pollMs = 200;
const closedSightings = 10;

const choiceFrom = (
  origin: string,
  view: () => Window | null,
  isClosed: () => boolean,
  token: string,
  round: string,
): Promise<Choice | null> =>
  new Promise((resolve) => {
    const settle = (choice: Choice | null): void => {
      clearInterval(timer);
      window.removeEventListener('message', hear);
      resolve(choice);
    };
    const hear = (event: MessageEvent<unknown>): void => {
      // Right after a navigation the browser may not name the source; origin, token and round do.
      if (event.origin !== origin || (event.source !== null && event.source !== view())) return;
      const choice = choiceAbout(token, round, event.data);
      if (choice) settle(choice);
    };
    // A window that was closed sends nothing any more; only looking at it tells. One that is just
    // navigating to another site looks closed for a moment, so it must stay closed for a while.
    let sightings = 0;
    const timer = setInterval(() => {
      sightings = isClosed() ? sightings + 1 : 0;
      if (sightings >= closedSightings) settle(null);
    }, pollMs);
    window.addEventListener('message', hear);
  });

const openOverlay = ({ base }: SdkContext, url: string): CheckoutWindow => {
  const dialog = document.createElement('dialog');
  const frame = document.createElement('iframe');
  frame.src = url;
  frame.title = 'PayPal simulator';
  Object.assign(frame.style, { width: '440px', height: '600px', maxWidth: '100%', border: '0' });
  Object.assign(dialog.style, { padding: '0', border: '1px solid #888', borderRadius: '8px' });
  dialog.append(frame);
  document.body.append(dialog);
  dialog.showModal();
  const isClosed = (): boolean => !dialog.open;
  const close = (): void => {
    dialog.close();
    dialog.remove();
  };
  return {
    go: (next) => {
      frame.src = next;
    },
    focus: () => frame.focus(),
    close,
    isClosed,
    choice: (token, round) => choiceFrom(base, () => frame.contentWindow, isClosed, token, round),
  };
};

const isWebKit = /AppleWebKit/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent);

const retryMs = 6_000;
const patience = 5;

/** A navigation that meets the window's first one may get lost: it is repeated until the page is there. */
const sendTo = (popup: Window, url: string): void => {
  const token = new URL(url).searchParams.get('token') ?? '';
  let tries = 0;
  const settle = (): void => {
    clearInterval(timer);
    window.removeEventListener('message', hear);
  };
  const hear = (event: MessageEvent<unknown>): void => {
    if ((event.source === popup || event.source === null) && isReady(token, event.data)) settle();
  };
  const timer = setInterval(() => {
    tries += 1;
    if (tries > patience) settle();
    else popup.location.replace(url);
  }, retryMs);
  window.addEventListener('message', hear);
  popup.location.replace(url);
};

/** Opens the window on the spot: popups are only allowed while a click is being handled. */
export const openCheckoutWindow = (context: SdkContext): CheckoutWindow => {
  const url = `${context.base}/checkoutnow/wait`;
  // Empty at first: a second navigation during a first one may leave the two windows strangers. In WebKit an empty one of
  // a page that has an opener policy is a stranger as soon as it goes anywhere.
  const popup = window.open(isWebKit ? url : '', `paypal_${Date.now()}`, 'popup,width=460,height=680');
  if (!popup) return openOverlay(context, url);
  if (!isWebKit) popup.document.title = 'PayPal simulator';
  const isClosed = (): boolean => popup.closed;
  return {
    go: (next) => {
      sendTo(popup, next);
    },
    focus: () => popup.focus(),
    close: () => popup.close(),
    isClosed,
    choice: (token, round) => choiceFrom(context.base, () => popup, isClosed, token, round),
  };
};
