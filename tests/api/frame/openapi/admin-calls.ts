import { randomUUID } from 'node:crypto';
import { fixtures } from '../db/fixtures.ts';
import { newAffiliate, unique } from '../../factories.ts';
import { type Caller, withToken, type WorkingCalls } from './working-call.ts';

/** The calls of src/server/admin. */
export function adminCalls({ api, admin }: Caller): WorkingCalls {
  return {
    'GET /api/health': () => ['GET', '/api/health'],
    'POST /api/mails/retry': () => ['POST', '/api/mails/retry', undefined, withToken(admin)],
    'GET /api/purchases': async () => {
      await fixtures(api.rows).payment();
      return ['GET', '/api/purchases', undefined, withToken(admin)];
    },
    'GET /api/purchases/:id': async () => [
      'GET',
      `/api/purchases/${await fixtures(api.rows).purchase()}`,
      undefined,
      withToken(admin),
    ],
    'POST /api/purchases/:id/reattribute': async () => {
      const [{ code }, payment_id] = [await newAffiliate(api.rows), await fixtures(api.rows).payment()];
      const [row] = await api.rows('select purchase_id as id from payments where id = $1', [payment_id]);
      const path = `/api/purchases/${String(row?.id)}/reattribute`;
      return ['POST', path, { code, reason: 'Theirs', version: 1 }, withToken(admin)];
    },
    'POST /api/purchases/:id/adjust': async () => {
      const { purchase, payment, entry, refund } = fixtures(api.rows);
      const { id: affiliate_id, code: affiliate_code } = await newAffiliate(api.rows);
      const purchase_id = await purchase({ affiliate_id, affiliate_code });
      const payment_id = await payment({ purchase_id, refunded_cents: 1_000 });
      const refundId = unique();
      await refund({ payment_id, provider_id: refundId, amount_cents: 1_000 });
      await entry({ affiliate_id, payment_id });
      await entry({ affiliate_id, payment_id, kind: 'refund', source: refundId, amount_cents: -100 });
      const body = { id: randomUUID(), paymentId: payment_id, amountCents: 100, reason: 'A mistake' };
      return ['POST', `/api/purchases/${purchase_id}/adjust`, body, withToken(admin)];
    },
    'POST /api/purchases/:id/refund': async () => {
      const { purchase, payment } = fixtures(api.rows);
      const purchase_id = await purchase();
      const paymentId = await payment({ purchase_id });
      const body = { id: randomUUID(), paymentId, amountCents: 100, reason: 'A mistake' };
      return ['POST', `/api/purchases/${purchase_id}/refund`, body, withToken(admin)];
    },
    'POST /api/purchases/:id/release-hold': async () => {
      const { purchase, payment, other } = fixtures(api.rows);
      const purchase_id = await purchase();
      const payment_id = await payment({ purchase_id });
      const holdId = await other('commission_holds', { payment_id, reason: 'review' });
      const path = `/api/purchases/${purchase_id}/release-hold`;
      return ['POST', path, { holdId, reason: 'Reviewed' }, withToken(admin)];
    },
    'POST /api/events/:id/retry': async () => {
      const id = `WH-${unique()}`;
      const body = { id, event_type: 'UNKNOWN', create_time: '2026-01-01T00:00:00Z', resource: {} };
      await api.rows(
        `insert into webhook_events (id, type, body, state, attempts, occurred_at)
       values ($1, 'UNKNOWN', $2, 'failed', 20, '2026-01-01')`,
        [id, JSON.stringify(body)],
      );
      return ['POST', `/api/events/${id}/retry`, undefined, withToken(admin)];
    },
    'GET /api/admin/overview': async () => {
      const { other } = fixtures(api.rows);
      await other('reconciliations', {
        first_day: '2026-01-01',
        last_day: '2026-01-03',
        compared: 0,
        differences: '[]',
      });
      await other('webhook_events', {
        id: `WH-${unique()}`,
        type: 'X',
        body: '{}',
        state: 'failed',
        occurred_at: '2026-01-01',
      });
      return ['GET', '/api/admin/overview', undefined, withToken(admin)];
    },
    'POST /api/audit/search': () => ['POST', '/api/audit/search', {}, withToken(admin)],
    'POST /api/reports/csp': () => ['POST', '/api/reports/csp', []],
    'POST /api/counts/:event': () => ['POST', '/api/counts/view?of=/buy'],
    'GET /api/figures': async () => {
      const { code } = await newAffiliate(api.rows);
      await api.rows('insert into link_clicks (code, day, clicks) values ($1, current_date, 3)', [code]);
      await api.call('POST', '/api/counts/view?of=/buy');
      return ['GET', '/api/figures', undefined, withToken(admin)];
    },
  };
}
