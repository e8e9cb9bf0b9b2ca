import type { Choice, ChoiceMessage } from './messages.ts';

interface Answer {
  isApproved: boolean;
  isPaid: boolean;
  returnUrl: string | null;
  choice: Choice;
}

const find = <T extends Element>(selector: string): T => {
  const element = document.querySelector<T>(selector);
  if (!element) throw new Error(`The page has no ${selector}.`);
  return element;
};

const main = find<HTMLElement>('main');
const form = find<HTMLFormElement>('form');
const notice = find<HTMLElement>('[role="status"]');
const closeButton = find<HTMLButtonElement>('.close');
const token = main.dataset['token'] ?? '';
const isOrder = main.dataset['kind'] === 'order';
const round = new URLSearchParams(window.location.search).get('round') ?? '';
const parentOrigin = new URLSearchParams(window.location.search).get('parent');
const shop = (window.opener ?? (window.parent === window ? null : window.parent)) as Window | null;

const say = (text: string): void => {
  notice.hidden = false;
  notice.textContent = text;
};

const tell = (choice: Choice): void => {
  const message: ChoiceMessage = { source: 'paypal-simulator', token, round, choice };
  if (parentOrigin !== null && shop !== null && !shop.closed) shop.postMessage(message, parentOrigin);
};

const offerToClose = (text: string): void => {
  say(text);
  closeButton.hidden = false;
};

const statusPollMs = 500;
const patienceMs = 6_000;

/** The shop closes this window when it is done; if it cannot, the page says how far the payment came. */
const follow = async (choice: Choice): Promise<void> => {
  say('Approved. The shop is finishing the payment…');
  const started = Date.now();
  for (;;) {
    tell(choice);
    const response = await fetch(`/checkoutnow/${token}/status`);
    const { isPaid } = (await response.json()) as { isPaid: boolean };
    if (isPaid) {
      offerToClose('Paid. You can close this window.');
      return;
    }
    const isAlone = shop === null || shop.closed;
    if (isAlone || Date.now() - started > patienceMs)
      offerToClose(
        `Approved, not paid yet: ${isAlone ? 'the page that opened this window is gone' : 'the shop does not answer'}. You can close this window.`,
      );
    await new Promise((resolve) => setTimeout(resolve, statusPollMs));
  }
};

const decide = async (outcome: string, email: string): Promise<void> => {
  const response = await fetch(`/checkoutnow/${token}/choice`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, outcome }),
  });
  if (!response.ok) throw new Error(await response.text());
  const answer = (await response.json()) as Answer;
  if (!answer.isApproved) {
    say('Your card was declined. Please choose another way to pay.');
    form.hidden = false;
    return;
  }
  if (parentOrigin === null && answer.returnUrl !== null) {
    window.location.assign(answer.returnUrl);
    return;
  }
  await follow(answer.choice);
};

const cancel = (): void => {
  const orderID = isOrder ? token : '';
  tell({ type: 'cancelled', orderID, payerID: null, subscriptionID: null, billingToken: null });
  offerToClose('Cancelled. You can close this window.');
  window.close();
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const outcome = (event.submitter as HTMLButtonElement | null)?.value ?? 'pay';
  form.hidden = true;
  if (outcome === 'cancel') {
    cancel();
    return;
  }
  const email = String(new FormData(form).get('email'));
  decide(outcome, email).catch((error: unknown) => {
    form.hidden = false;
    say(`The simulator could not do this: ${String(error)}`);
  });
});

closeButton.addEventListener('click', () => window.close());

// Until here a press would go nowhere.
find<HTMLFieldSetElement>('fieldset').disabled = false;
if (parentOrigin !== null) shop?.postMessage({ source: 'paypal-simulator', ready: token }, parentOrigin);
