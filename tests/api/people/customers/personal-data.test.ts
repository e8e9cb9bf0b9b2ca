import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { newAccount } from '../../accounts.ts';
import { paidOrder } from '../../buyer.ts';
import { newAffiliate, newEmail, newWithdrawal, unique } from '../../factories.ts';
import { personalDataScene } from './personal-data-scene.ts';

const { scene, asAdmin, create, exportData } = personalDataScene();

const emptyExport = {
  customers: [],
  affiliates: [],
  mentions: [],
  purchases: [],
  payment_events: [],
  user_profiles: [],
  withdrawals: [],
  audit_entries: [],
};

describe('the export of personal data', () => {
  test('has records, purchases with payments, profiles and audit entries', async () => {
    const { email } = await newAccount();
    const affiliate = await newAffiliate(scene.shop.rows, { email });
    const order = await paidOrder(scene.shop, { email });
    await scene.shop.paypal.idle();
    await scene.make.other('payout_email_changes', { affiliate_id: affiliate.id, email, changed_by: 'a' });
    await scene.make.other('user_profiles', { user_id: unique(), email: email.toUpperCase() });
    const id = await create(email);

    const answer = await exportData(email.toUpperCase());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="personal-data-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatchObject({
      email: email.toUpperCase(),
      as_of: expect.stringMatching(/Z$/) as string,
      customers: [{ id, name: 'Wilhelmina', email }],
      affiliates: [
        {
          id: affiliate.id,
          activations: [{ active_until: null }],
          codes: [{ code: affiliate.code, label: null }],
          payout_email_changes: [{ email }],
        },
      ],
      purchases: [
        { provider_id: order, payer_email: email, payments: [{ amount_cents: 5999, refunds: [] }] },
      ],
      payment_events: expect.arrayContaining([
        expect.objectContaining({ type: 'PAYMENT.CAPTURE.COMPLETED' }),
      ]) as unknown,
      user_profiles: [{ email: email.toUpperCase() }],
      audit_entries: [{ action: 'customer.create', entity_id: id }],
    });

    await asAdmin('DELETE', `/api/customers/${id}`);
    expect((await exportData(email)).body).toMatchObject({
      customers: [],
      purchases: [],
      payment_events: [],
    });
  });

  test('has the disputes about payments', async () => {
    const email = newEmail();
    const purchase_id = await scene.make.purchase({ payer_email: email, payer_email_key: email });
    const provider_id = unique();
    await scene.make.payment({ purchase_id, provider_id });
    const resource = { disputed_transactions: [{ seller_transaction_id: provider_id }] };
    await scene.make.other('webhook_events', {
      id: unique(),
      type: 'CUSTOMER.DISPUTE.CREATED',
      body: JSON.stringify({ resource }),
      occurred_at: new Date(),
    });
    expect((await exportData(email)).body).toMatchObject({ payment_events: [{ body: { resource } }] });
  });

  test('has the withdrawals and their log, without the admin who handled them', async () => {
    const sent = newWithdrawal();
    await scene.make.purchase({ provider_id: sent.order_number, receipt_email: sent.email });
    const { body } = await scene.shop.call('POST', '/api/withdrawals', sent);
    const { id } = z.object({ id: z.string() }).parse(body);
    await asAdmin('PUT', `/api/withdrawals/${id}`, { note: 'Refunded' });
    const exported = (await exportData(sent.email.toUpperCase())).body;
    expect(exported).toMatchObject({
      withdrawals: [{ id, ...sent, handled_note: 'Refunded' }],
      audit_entries: [{ action: 'withdrawal.handle', after: { note: 'Refunded' }, actor_id: null }],
    });
    expect(JSON.stringify(exported)).not.toContain('seed-admin');
  });

  test('is empty for an unknown email', async () => {
    expect((await exportData(newEmail())).body).toMatchObject(emptyExport);
  });

  test('finds an email with an international host in both spellings', async () => {
    const name = `u-${crypto.randomUUID()}`;
    const created = await scene.shop.call('POST', '/api/customers', { email: `${name}@müller.example` });
    expect(created.status).toBe(201);
    for (const host of ['müller.example', 'xn--mller-kva.example'])
      expect((await exportData(`${name}@${host}`)).body).toMatchObject({
        customers: [{ email: `${name}@xn--mller-kva.example` }],
      });
  });

  test.each(['', 'nobody', 'a\0@mail.example', `${'x'.repeat(300)}@mail.example`])(
    'is 422 for %j',
    async (email) => {
      expect(await exportData(email)).toMatchObject({ status: 422, body: { fields: [{ field: 'email' }] } });
    },
  );
});

describe('the export about a purchase with a commission', () => {
  const createSale = async () => {
    const [affiliate, buyer, admin] = [
      await newAffiliate(scene.shop.rows),
      newEmail('buyer'),
      newEmail('admin'),
    ];
    const purchase_id = await scene.make.purchase({
      payer_email: buyer,
      payer_email_key: buyer,
      payer_id: `PAYER${unique()}`,
      affiliate_code: affiliate.code,
      affiliate_id: affiliate.id,
    });
    const payment_id = await scene.make.payment({ purchase_id });
    await scene.make.refund({ payment_id });
    const entry = await scene.make.entry({
      affiliate_id: affiliate.id,
      payment_id,
      source: `SOURCE${unique()}`,
    });
    await scene.make.other('commission_holds', { payment_id, reason: 'review' });
    const statement = await scene.make.statement({ affiliate_id: affiliate.id });
    await scene.shop.rows('insert into statement_entries values ($1, $2, $3)', [
      statement,
      entry,
      affiliate.id,
    ]);
    const payout = await scene.make.payout({ statement_id: statement });
    const approve =
      "update payouts set state = 'approved', approved_by = $2, approved_at = now() where id = $1";
    await scene.shop.rows(approve, [payout, admin]);
    return { affiliate, buyer, admin, purchase_id, payment_id, entry, statement, payout };
  };

  test('gives the affiliate commission, holds, statements and payouts, without buyer and admin', async () => {
    const { affiliate, buyer, admin, purchase_id, payment_id, entry, statement, payout } = await createSale();
    const { body } = await exportData(affiliate.email);
    expect(body).toMatchObject({
      purchases: [],
      affiliates: [
        {
          commission_entries: [
            {
              id: entry,
              kind: 'commission',
              amount_cents: 600,
              holds: [{ reason: 'review', released_at: null }],
            },
          ],
          statements: [
            {
              id: statement,
              month: '2026-01-01',
              entry_ids: [entry],
              payouts: [{ id: payout, amount_cents: 600, payout_email: 'payout@mail.example' }],
            },
          ],
        },
      ],
    });
    for (const otherData of [buyer, admin, purchase_id, payment_id, 'SOURCE', 'PAYER'])
      expect(JSON.stringify(body)).not.toContain(otherData);
  });

  test('gives the buyer purchase, payment and refund, without the affiliate', async () => {
    const { affiliate, buyer, purchase_id, payment_id, entry } = await createSale();
    const { body } = await exportData(buyer);
    expect(body).toMatchObject({
      affiliates: [],
      purchases: [
        {
          id: purchase_id,
          affiliate_code: affiliate.code,
          payments: [{ id: payment_id, refunds: [{ amount_cents: 100 }] }],
        },
      ],
    });
    for (const otherData of [
      affiliate.id,
      affiliate.email,
      entry,
      'commission',
      'holds',
      'rate_basis_points',
    ])
      expect(JSON.stringify(body)).not.toContain(otherData);
  });
});

test('has only the ids of other people’s records with the email', async () => {
  const { email } = await newAffiliate(scene.shop.rows);
  const [one, two] = [await newAffiliate(scene.shop.rows), await newAffiliate(scene.shop.rows)];
  await scene.shop.rows('update affiliates set referred_by = $2 where id = $1', [
    one.id,
    email.toUpperCase(),
  ]);
  await scene.shop.rows('update affiliates set payout_email = $2 where id = $1', [two.id, email]);
  for (const _ of [1, 2])
    await scene.make.other('payout_email_changes', { affiliate_id: one.id, email, changed_by: 'a' });
  const statement = await scene.make.statement({ affiliate_id: two.id });
  const payout = await scene.make.payout({ statement_id: statement, payout_email: email.toUpperCase() });
  const { body } = await exportData(email);
  expect(z.object({ mentions: z.array(z.unknown()) }).parse(body).mentions).toHaveLength(4);
  expect(z.object({ mentions: z.array(z.unknown()) }).parse(body).mentions).toEqual(
    expect.arrayContaining([
      { entity: 'affiliate', id: one.id, field: 'referred_by' },
      { entity: 'affiliate', id: two.id, field: 'payout_email' },
      { entity: 'affiliate', id: one.id, field: 'former_payout_email' },
      { entity: 'payout', id: payout, field: 'payout_email' },
    ]),
  );
  for (const otherData of [one.email, one.code, two.email, two.code])
    expect(JSON.stringify(body)).not.toContain(otherData);
  expect((await exportData(newEmail())).body).toMatchObject(emptyExport);
});
