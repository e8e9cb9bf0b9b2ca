import type { Page } from '@playwright/test';
import { uuidv7 } from 'uuidv7';
import { insertAffiliate, openSearch, rowButton, type TestRecord } from './admin-screen.ts';
import { expect } from '../fixtures.ts';
import type { Rows } from '../stack-fixtures.ts';

export interface TestPurchase {
  readonly id: string;
  readonly orderId: string;
  readonly email: string;
  readonly eventId: string;
}

export const purchasesPath = '/purchases-admin';

/** Inserts two active affiliates. */
export async function insertTwoAffiliates(rows: Rows) {
  return [
    await insertAffiliate(rows, { active: '2025-01-01T00:00:00Z' }),
    await insertAffiliate(rows, { active: '2025-01-01T00:00:00Z' }),
  ] as const;
}

/** The cells of a column of the list. */
export function purchaseCells(page: Page, label = 'Buyer') {
  return page.getByRole('table', { name: 'Purchases' }).locator(`tbody [data-label="${label}"]`);
}

export function purchasePanel(page: Page) {
  return page.locator('section.purchase-panel');
}

/** The cells of a column of the ledger entries. */
export function ledgerCells(page: Page, label: string) {
  return purchasePanel(page)
    .getByRole('table', { name: 'Ledger entries' })
    .locator(`tbody [data-label="${label}"]`);
}

export function reattributionForm(page: Page) {
  return purchasePanel(page).locator('form.record-form');
}

/** Opens the form for the attribution. */
export async function openReattribution(page: Page): Promise<void> {
  await purchasePanel(page).getByText('Change the attribution').click();
}

/** Opens a purchase as the admin who is signed in. */
export async function reopenPurchase(page: Page, purchase: TestPurchase): Promise<void> {
  await openSearch(page, purchasesPath, purchase.orderId);
  await rowButton(page, 'Open', purchase.orderId).press('Enter');
  await expect(purchasePanel(page).getByText('PayPal events')).toBeVisible();
}

/** The failed event of the purchase, as its retry button names it. */
export const failedEventName = 'PAYMENT.CAPTURE.COMPLETED, 2025-09-01 10:00:00';

/** Inserts a purchase: paid, partly refunded, on hold, with a failed event. */
export async function insertPurchase(rows: Rows, affiliate: TestRecord, end = ''): Promise<TestPurchase> {
  const tag = affiliate.tag.toUpperCase();
  const [id, payment] = [uuidv7(), uuidv7()];
  const purchase = {
    id,
    orderId: `ORDER${tag}${end}`,
    email: `${end}buyer-${affiliate.tag}@mail.example`,
    eventId: `WH-${tag}${end}`,
  };
  await rows(
    `insert into purchases (id, provider_id, type, plan_id, state, amount_cents, payer_id, payer_email, affiliate_code,
       affiliate_id) values ($1, $2, 'one-time', 'basic', 'completed', 5999, $3, $4, $5, $6)`,
    [id, purchase.orderId, `PAYER${tag}`, purchase.email, affiliate.code, affiliate.id],
  );
  await rows(
    `insert into payments (id, purchase_id, provider_id, sequence, state, amount_cents, refunded_cents, paid_at,
       customer_first_paid_at)
     values ($1, $2, $3, 1, 'completed', 5999, 2000, '2025-09-01T10:00:00Z', '2025-09-01T10:00:00Z')`,
    [payment, id, `CAPTURE${tag}${end}`],
  );
  await rows(
    `insert into refunds (id, payment_id, provider_id, kind, amount_cents, refunded_at)
     values ($1, $2, $3, 'refund', 2000, '2025-09-02T10:00:00Z')`,
    [uuidv7(), payment, `REFUND${tag}${end}`],
  );
  for (const [kind, source, cents, base] of [
    ['commission', 'CAPTURE', 1500, 5999],
    ['refund', 'REFUND', -500, 2000],
  ] as const)
    await rows(
      `insert into commission_entries (id, affiliate_id, payment_id, kind, source, amount_cents, base_cents,
         rate_basis_points, terms_version, age_rule, occurred_at)
       values ($1, $2, $3, $4, $5, $6, $7, 2500, '2025-08', 1, '2025-09-01T10:00:00Z')`,
      [uuidv7(), affiliate.id, payment, kind, `${source}${tag}${end}`, cents, base],
    );
  await rows("insert into commission_holds (id, payment_id, reason) values ($1, $2, 'self-referral')", [
    uuidv7(),
    payment,
  ]);
  const body = {
    id: purchase.eventId,
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    create_time: '2025-09-01T10:00:00Z',
    resource: { id: purchase.orderId, supplementary_data: { related_ids: { order_id: purchase.orderId } } },
  };
  await rows(
    `insert into webhook_events (id, type, resource_id, body, state, attempts, last_error, occurred_at)
     values ($1, $2, $3, $4, 'failed', 20, 'The first reason', '2025-09-01T10:00:00Z')`,
    [purchase.eventId, body.event_type, purchase.orderId, JSON.stringify(body)],
  );
  return purchase;
}
