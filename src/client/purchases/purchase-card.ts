import { formatLongDate } from '../../shared/dates.ts';
import { ownPurchaseMessages as texts } from '../../shared/messages/purchases.ts';
import { formatUsd } from '../../shared/money.ts';
import { findPlan } from '../../shared/plans.ts';
import { termsPath } from '../../shared/terms-versions.ts';
import { callPath } from '../api.ts';
import { setUpCopyButton } from '../copy-button.ts';
import { whileBusy } from './busy.ts';
import { callAsBuyer } from './buyer-call.ts';
import { confirm } from './confirm.ts';
import { fillLicense } from './license-line.ts';
import {
  canBuyAgain,
  cancelConsequences,
  cancellationNotice,
  canCancel,
  newestVersion,
  type OwnPayment,
  type OwnPurchase,
  paymentRemark,
  standing,
} from './purchase-texts.ts';
import { editCompany } from './receipt-company.ts';
import { part, setNotice } from './views.ts';

/** Returns a new card with a purchase. */
export function createCard(purchase: OwnPurchase): HTMLElement {
  const card = copyTemplate('purchase-template');
  const heading = part('title', card);
  // Names the purchase for screen readers, also at the button.
  heading.id = `plan-${purchase.id}`;
  card.setAttribute('aria-labelledby', heading.id);
  const cancelButton = part('cancel', card);
  cancelButton.setAttribute('aria-describedby', heading.id);
  cancelButton.addEventListener('click', () => void cancel(card, purchase));
  setUpCopyButton(part('copy', card), part('order', card));
  setUpCopyButton(part('license-copy', card), part('license-text', card));
  fillCard(card, purchase);
  return card;
}

function fillCard(card: HTMLElement, purchase: OwnPurchase): void {
  const { type, plan, order_id: order, ordered_at: ordered, paid_until: end, payments } = purchase;
  const { terms_version: termsVersion } = purchase;
  const { text, isRunning } = standing(purchase, new Date());
  card.dataset.tab = ordered.slice(0, 4);
  part('title', card).textContent = planName(plan);
  part('standing', card).textContent = text;
  part('standing', card).toggleAttribute('data-active', isRunning);
  part('order', card).textContent = order;
  part('ordered', card).textContent = formatLongDate(ordered);
  const terms = part<HTMLAnchorElement>('terms', card);
  terms.textContent = formatLongDate(termsVersion);
  terms.href = termsPath(termsVersion);
  part('paid-until', card).textContent = end === null ? '' : formatLongDate(end);
  part('paid-line', card).hidden = end === null;
  fillLicense(card, purchase);
  part('payments', card).replaceChildren(
    ...payments.map((payment) => createPayment(card, purchase, payment)),
  );
  part('no-payments', card).hidden = payments.length > 0;
  part('cancel', card).hidden = !canCancel(purchase);
  part('again', card).hidden = !canBuyAgain(purchase);
  part('again-terms', card).hidden = !isRunning || type === 'one-time' || !canBuyAgain(purchase);
  part('priority', card).hidden = purchase.type !== 'subscription' || !isRunning;
  part<HTMLAnchorElement>('withdraw', card).search = new URLSearchParams({ order }).toString();
  const { kind, text: notice } = cancellationNotice(purchase) ?? { kind: 'info', text: '' };
  setNotice(part('notice', card), kind, notice);
}

function createPayment(card: HTMLElement, purchase: OwnPurchase, payment: OwnPayment): HTMLElement {
  const line = copyTemplate('payment-template');
  const day = formatLongDate(payment.paid_at);
  part('paid-on', line).textContent = day;
  part('amount', line).textContent = formatUsd(payment.amount_cents);
  part('remark', line).textContent = paymentRemark(payment);
  part('receipt-of', line).textContent = texts.receiptOf(day);
  const receipt = part<HTMLAnchorElement>('receipt', line);
  receipt.href = callPath('GET /api/portal/receipts/:id', { params: { id: payment.id } });
  // There is no receipt for money that has not arrived.
  receipt.hidden = payment.state === 'pending';
  const company = newestVersion(payment)?.company ?? null;
  part('company-name', line).textContent = company ?? '';
  const edit = part('edit-company', line);
  edit.textContent = company === null ? texts.addCompany : texts.changeCompany;
  edit.setAttribute('aria-label', `${edit.textContent}${texts.receiptOf(day)}`);
  edit.hidden = receipt.hidden || !purchase.is_payer;
  edit.addEventListener('click', () => {
    editCompany(payment, (changed) => {
      fillCard(card, changed);
      setNotice(part('notice', card), 'success', texts.companySaved(day));
      part('title', card).focus();
    });
  });
  return line;
}

/** Asks, and cancels the subscription of a card. Shows the result on the card. */
async function cancel(card: HTMLElement, purchase: OwnPurchase): Promise<void> {
  const button = part('cancel', card);
  if (button.ariaBusy === 'true') return;
  part('cancel-plan').textContent = planName(purchase.plan);
  part('cancel-consequences').textContent = cancelConsequences(purchase, new Date());
  if (!(await confirm(part<HTMLDialogElement>('cancel-dialog')))) return;
  await whileBusy(button, async () => {
    const showProblem = (text: string) => {
      setNotice(part('notice', card), 'error', text);
    };
    const params = { id: purchase.id };
    const answer = await callAsBuyer(showProblem, 'POST /api/portal/purchases/:id/cancel', { params });
    if (!answer) return;
    fillCard(card, answer.data);
    if (!cancellationNotice(answer.data)) setNotice(part('notice', card), 'success', texts.cancelledNow);
    // The button has disappeared, unless PayPal refused.
    if (button.hidden) part('title', card).focus();
  });
}

function planName(plan: string): string {
  return findPlan(plan)?.name ?? plan;
}

function copyTemplate(name: string): HTMLElement {
  const { content } = part<HTMLTemplateElement>(name);
  return document.importNode(content, true).firstElementChild as HTMLElement;
}
