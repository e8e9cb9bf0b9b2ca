import type { Choice, ChoiceMessage } from './sdk/checkout-window.ts';

interface ChoiceAnswer {
  isApproved: boolean;
  isPaid: boolean;
  returnUrl: string | null;
  choice: Choice;
}

function findElement<T extends Element>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (!element) throw new Error(`The page has no ${selector}.`);
  return element;
}

const main = findElement<HTMLElement>('main');
const form = findElement<HTMLFormElement>('form');
const notice = findElement<HTMLElement>('[role="status"]');
const closeButton = findElement<HTMLButtonElement>('.close');
const token = main.dataset['token'] ?? '';
const isOrder = main.dataset['kind'] === 'order';
const round = new URLSearchParams(window.location.search).get('round') ?? '';
const parentOrigin = new URLSearchParams(window.location.search).get('parent');
const shop = (window.opener ?? (window.parent === window ? null : window.parent)) as Window | null;

function showNotice(text: string): void {
  notice.hidden = false;
  notice.textContent = text;
}

function sendChoice(choice: Choice): void {
  const message: ChoiceMessage = { source: 'paypal-simulator', token, round, choice };
  if (parentOrigin !== null && shop !== null && !shop.closed) shop.postMessage(message, parentOrigin);
}

function offerToClose(text: string): void {
  showNotice(text);
  closeButton.hidden = false;
}

const statusPollMs = 500;
const timeoutMs = 6_000;

/** Sends the choice until the shop has taken the payment. Then, or if the shop takes too long, offers to close this window. */
async function waitUntilPaid(choice: Choice): Promise<void> {
  showNotice('Approved. The shop is finishing the payment…');
  const started = Date.now();
  for (;;) {
    sendChoice(choice);
    const response = await fetch(`/checkoutnow/${token}/status`);
    const { isPaid } = (await response.json()) as { isPaid: boolean };
    if (isPaid) {
      offerToClose('Paid. You can close this window.');
      return;
    }
    const isAlone = shop === null || shop.closed;
    if (isAlone || Date.now() - started > timeoutMs)
      offerToClose(
        `Approved, not paid yet: ${isAlone ? 'the page that opened this window is gone' : 'the shop does not answer'}. You can close this window.`,
      );
    await new Promise((resolve) => setTimeout(resolve, statusPollMs));
  }
}

async function submitChoice(outcome: string, email: string): Promise<void> {
  const response = await fetch(`/checkoutnow/${token}/choice`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, outcome }),
  });
  if (!response.ok) throw new Error(await response.text());
  const answer = (await response.json()) as ChoiceAnswer;
  if (!answer.isApproved) {
    showNotice('Your card was declined. Please choose another way to pay.');
    form.hidden = false;
    return;
  }
  if (parentOrigin === null && answer.returnUrl !== null) {
    window.location.assign(answer.returnUrl);
    return;
  }
  await waitUntilPaid(answer.choice);
}

function cancel(): void {
  const orderID = isOrder ? token : '';
  sendChoice({ type: 'cancelled', orderID, payerID: null, subscriptionID: null, billingToken: null });
  offerToClose('Cancelled. You can close this window.');
  window.close();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const outcome = (event.submitter as HTMLButtonElement | null)?.value ?? 'pay';
  form.hidden = true;
  if (outcome === 'cancel') {
    cancel();
    return;
  }
  const email = String(new FormData(form).get('email'));
  submitChoice(outcome, email).catch((error: unknown) => {
    form.hidden = false;
    showNotice(`The simulator could not do this: ${String(error)}`);
  });
});

closeButton.addEventListener('click', () => window.close());

// Enables the form only now, because its listeners are in place.
findElement<HTMLFieldSetElement>('fieldset').disabled = false;
if (parentOrigin !== null) shop?.postMessage({ source: 'paypal-simulator', ready: token }, parentOrigin);
