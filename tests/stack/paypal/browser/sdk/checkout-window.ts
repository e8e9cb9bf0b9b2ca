import { choiceAbout, isReady, type Choice } from '../messages.ts';
import type { SdkContext } from './context.ts';

/** The approval window: a popup, or a frame over the page where popups are blocked. */
export interface CheckoutWindow {
  go(url: string): void;
  focus(): void;
  close(): void;
  isClosed(): boolean;
  /** Resolves with the buyer's choice about this token; null when the window was closed instead. */
  choice(token: string): Promise<Choice | null>;
}

const pollMs = 200;

const choiceFrom = (
  origin: string,
  view: () => Window | null,
  isClosed: () => boolean,
  token: string,
): Promise<Choice | null> =>
  new Promise((resolve) => {
    const settle = (choice: Choice | null): void => {
      clearInterval(timer);
      window.removeEventListener('message', hear);
      resolve(choice);
    };
    const hear = (event: MessageEvent<unknown>): void => {
      if (event.origin !== origin || event.source !== view()) return;
      const choice = choiceAbout(token, event.data);
      if (choice) settle(choice);
    };
    // A window that was closed sends nothing any more; only looking at it tells.
    const timer = setInterval(() => {
      if (isClosed()) settle(null);
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
    choice: (token) => choiceFrom(base, () => frame.contentWindow, isClosed, token),
  };
};

const patienceMs = 2_000;

/** A navigation that meets the window's first one may get lost: it is repeated until the page is there. */
const sendTo = (popup: Window, url: string): void => {
  const token = new URL(url).searchParams.get('token') ?? '';
  const settle = (): void => {
    clearInterval(timer);
    window.removeEventListener('message', hear);
  };
  const hear = (event: MessageEvent<unknown>): void => {
    if (event.source === popup && isReady(token, event.data)) settle();
  };
  const timer = setInterval(() => {
    if (popup.closed) settle();
    else popup.location.replace(url);
  }, patienceMs);
  window.addEventListener('message', hear);
  popup.location.replace(url);
};

/** Opens the window on the spot: popups are only allowed while a click is being handled. */
export const openCheckoutWindow = (context: SdkContext): CheckoutWindow => {
  const url = `${context.base}/checkoutnow/wait`;
  const popup = window.open(url, `paypal_${Date.now()}`, 'popup,width=460,height=680');
  if (!popup) return openOverlay(context, url);
  const isClosed = (): boolean => popup.closed;
  return {
    go: (next) => {
      sendTo(popup, next);
    },
    focus: () => popup.focus(),
    close: () => popup.close(),
    isClosed,
    choice: (token) => choiceFrom(context.base, () => popup, isClosed, token),
  };
};
