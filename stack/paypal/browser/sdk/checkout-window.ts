import type { SdkContext } from './context.ts';

/** The buyer's choice, which the approval window posts to the page that opened it. */
export interface Choice {
  type: 'approved' | 'cancelled';
  orderID: string;
  payerID: string | null;
  subscriptionID: string | null;
  billingToken: string | null;
}

/** The approval window: a popup, or a frame over the page if popups are blocked. */
export interface CheckoutWindow {
  navigate(url: string): void;
  focus(): void;
  close(): void;
  isClosed(): boolean;
  /** Resolves with the buyer's choice for this token, or null if the window is closed. */
  waitForChoice(token: string, round: string): Promise<Choice | null>;
}

const isWebKit = /AppleWebKit/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent);

/** Opens the window at once, since browsers allow popups only while they handle a click. */
export function openCheckoutWindow(context: SdkContext): CheckoutWindow {
  const url = `${context.base}/checkoutnow/wait`;
  // The popup is empty at first: a navigation during its first navigation may cut the connection of the two windows. In
  // WebKit, an empty popup of a page with an opener policy loses the connection with its first navigation.
  const popup = window.open(isWebKit ? url : '', `paypal_${Date.now()}`, 'popup,width=460,height=680');
  if (!popup) return openOverlay(context, url);
  if (!isWebKit) popup.document.title = 'PayPal simulator';
  const isClosed = (): boolean => popup.closed;
  return {
    navigate: (next) => {
      navigatePopup(popup, next);
    },
    focus: () => popup.focus(),
    close: () => popup.close(),
    isClosed,
    waitForChoice: (token, round) => waitForChoice(context.base, () => popup, isClosed, token, round),
  };
}

function openOverlay({ base }: SdkContext, url: string): CheckoutWindow {
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
  function close(): void {
    dialog.close();
    dialog.remove();
  }
  return {
    navigate: (next) => {
      frame.src = next;
    },
    focus: () => frame.focus(),
    close,
    isClosed,
    waitForChoice: (token, round) => waitForChoice(base, () => frame.contentWindow, isClosed, token, round),
  };
}

const POLL_MS = 200;
const CLOSED_POLLS = 10;

function waitForChoice(
  origin: string,
  view: () => Window | null,
  isClosed: () => boolean,
  token: string,
  round: string,
): Promise<Choice | null> {
  return new Promise((resolve) => {
    function finish(choice: Choice | null): void {
      clearInterval(timer);
      window.removeEventListener('message', onMessage);
      resolve(choice);
    }
    function onMessage(event: MessageEvent<unknown>): void {
      // Right after a navigation the source may be null. Origin, token and round identify the message then.
      if (event.origin !== origin || (event.source !== null && event.source !== view())) return;
      const choice = parseChoice(token, round, event.data);
      if (choice) finish(choice);
    }
    // A closed window sends no message, so it is polled. During a navigation to another site a window looks closed for a
    // moment, so several polls must find it closed.
    let closedPolls = 0;
    const timer = setInterval(() => {
      closedPolls = isClosed() ? closedPolls + 1 : 0;
      if (closedPolls >= CLOSED_POLLS) finish(null);
    }, POLL_MS);
    window.addEventListener('message', onMessage);
  });
}

const RETRY_MS = 6_000;
const MAX_RETRIES = 5;

/** Navigates the popup. A navigation during its first navigation may get lost, so it is repeated until the page is ready. */
function navigatePopup(popup: Window, url: string): void {
  const token = new URL(url).searchParams.get('token') ?? '';
  let retries = 0;
  function finish(): void {
    clearInterval(timer);
    window.removeEventListener('message', onMessage);
  }
  const onMessage = (event: MessageEvent<unknown>): void => {
    if ((event.source === popup || event.source === null) && isReady(token, event.data)) finish();
  };
  const timer = setInterval(() => {
    retries += 1;
    if (retries > MAX_RETRIES) finish();
    else popup.location.replace(url);
  }, RETRY_MS);
  window.addEventListener('message', onMessage);
  popup.location.replace(url);
}

export interface ChoiceMessage {
  source: 'paypal-simulator';
  /** Id of the order or the subscription. */
  token: string;
  /** Number of the approval page that the choice answers. Messages are repeated, so an older message must not count. */
  round: string;
  choice: Choice;
}

/** Returns the choice of a message if it is about this token and round, or null. */
export function parseChoice(token: string, round: string, data: unknown): Choice | null {
  const message = data as Partial<ChoiceMessage> | null;
  const isOurs = message?.source === 'paypal-simulator' && message.token === token && message.round === round;
  return isOurs ? (message.choice ?? null) : null;
}

/** True for the message that the approval page of this token is ready. */
export function isReady(token: string, data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'ready' in data && data.ready === token;
}
