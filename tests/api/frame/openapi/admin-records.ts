import { randomUUID } from 'node:crypto';
import type { ApiCalls } from '../../../../src/server/routes.ts';
import { fixtures } from '../db/fixtures.ts';
import { newAffiliate, unique } from '../../factories.ts';
import type { Caller, Prepare } from './working-call.ts';

/** The records for the calls of src/server/admin. */
export function adminRecords({ api }: Caller) {
  const { purchase, payment, entry, refund, other } = fixtures(api.rows);
  return {
    'GET /api/purchases': async () => {
      await payment();
      return {};
    },
    'GET /api/purchases/:id': async () => ({ params: { id: await purchase() } }),
    'POST /api/purchases/:id/reattribute': async () => {
      const { code } = await newAffiliate(api.rows);
      const id = await purchase();
      await payment({ purchase_id: id });
      return { params: { id }, body: { code, reason: 'Theirs', version: 1 } };
    },
    'POST /api/purchases/:id/adjust': async () => {
      const { id: affiliate_id, code: affiliate_code } = await newAffiliate(api.rows);
      const id = await purchase({ affiliate_id, affiliate_code });
      const payment_id = await payment({ purchase_id: id, refunded_cents: 1_000 });
      const source = unique();
      await refund({ payment_id, provider_id: source, amount_cents: 1_000 });
      await entry({ affiliate_id, payment_id });
      await entry({ affiliate_id, payment_id, kind: 'refund', source, amount_cents: -100 });
      return { params: { id }, body: change(payment_id) };
    },
    'POST /api/purchases/:id/refund': async () => {
      const id = await purchase();
      return { params: { id }, body: change(await payment({ purchase_id: id })) };
    },
    'POST /api/purchases/:id/release-hold': async () => {
      const id = await purchase();
      const payment_id = await payment({ purchase_id: id });
      const holdId = await other('commission_holds', { payment_id, reason: 'review' });
      return { params: { id }, body: { holdId, reason: 'Reviewed' } };
    },
    'POST /api/sale-claims/:id/settle': async () => {
      const { id: affiliate_id } = await newAffiliate(api.rows);
      const claim = { affiliate_id, order_number: unique(), day: '2026-01-15' };
      return { params: { id: await other('sale_claims', claim) } };
    },
    'POST /api/events/:id/retry': async () => {
      const id = `WH-${unique()}`;
      const body = { id, event_type: 'UNKNOWN', create_time: '2026-01-01T00:00:00Z', resource: {} };
      await other('webhook_events', { ...failedEvent, id, body: JSON.stringify(body), attempts: 20 });
      return { params: { id } };
    },
    'GET /api/admin/overview': async () => {
      await other('reconciliations', reconciliation);
      await other('webhook_events', { ...failedEvent, id: `WH-${unique()}` });
      return {};
    },
    'POST /api/reports/csp': () => ({ body: [] }),
    'POST /api/counts/:event': () => ({ path: '/api/counts/view?of=/buy' }),
    'POST /api/figures/links': () => ({ body: { name: unique() } }),
    'DELETE /api/figures/links/:id': async () => ({
      params: {
        id: await other('owner_links', { name: unique(), code: unique() }),
      },
    }),
    'GET /api/figures': async () => {
      const { code } = await newAffiliate(api.rows);
      await api.rows('insert into link_clicks (code, day, clicks) values ($1, current_date, 3)', [code]);
      await other('owner_links', { name: unique(), code: unique() });
      await api.call('POST', '/api/counts/view?of=/buy');
      return {};
    },
  } satisfies Partial<Record<keyof ApiCalls, Prepare>>;
}

/** The body of a refund or an adjustment of a payment. */
function change(paymentId: string) {
  return { id: randomUUID(), paymentId, amountCents: 100, reason: 'A mistake' };
}

const failedEvent = { type: 'UNKNOWN', body: '{}', state: 'failed', occurred_at: '2026-01-01' };

/** A reconciliation without differences. */
export const reconciliation = {
  first_day: '2026-01-01',
  last_day: '2026-01-03',
  compared: 0,
  differences: '[]',
};
