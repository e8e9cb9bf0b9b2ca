import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import { personalDataScene } from './personal-data-scene.ts';

const { scene, asAdmin, create, exportData } = personalDataScene();

const forget = (email: string) => asAdmin('POST', '/api/customers/forget', { email });
const purchase = (email: string) =>
  scene.make.purchase({ payer_email: email, payer_email_key: email.toLowerCase() });
const payer = (id: string) =>
  scene.shop.rows('select payer_email, payer_email_key, version from purchases where id = $1', [id]);
const auditEntries = (id: string) =>
  scene.shop.rows(
    'select action, before, after, reason from audit_log where entity_id = $1 order by at, id',
    [id],
  );

describe('forgetting the email of a buyer without a customer record', () => {
  test('removes the email from purchases and from the reasons of their changes, in any letter case', async () => {
    const email = newEmail('Buyer');
    const [first, second, otherPurchase] = [
      await purchase(email),
      await purchase(email.toUpperCase()),
      await purchase(newEmail()),
    ];
    await scene.make.audit({ entity: 'purchase', entity_id: first, reason: `They wrote as ${email}` });
    const before = await payer(otherPurchase);
    expect(await forget(` ${email.toUpperCase()} `)).toMatchObject({ status: 200, body: { purchases: 2 } });
    for (const id of [first, second])
      expect(await payer(id)).toEqual([{ payer_email: null, payer_email_key: null, version: 2 }]);
    expect(await payer(otherPurchase)).toEqual(before);
    expect(await auditEntries(first)).toEqual([
      expect.objectContaining({ reason: 'redacted' }),
      { action: 'purchase.forget', before: null, after: null, reason: null },
    ]);
    expect((await exportData(email)).body).toMatchObject({ purchases: [], audit_entries: [] });
    expect((await forget(email)).body).toEqual({ purchases: 0, subscriptions: 0 });
  });

  test('removes a payer together with the receipt’s address, and a receipt’s address without its payer', async () => {
    const [payer, receipt, other] = [newEmail('payer'), newEmail('receipt'), newEmail('other')];
    const withReceipt = (email: string) =>
      scene.make.purchase({ payer_email: email, payer_email_key: email, receipt_email: receipt });
    const [own, others] = [await withReceipt(payer), await withReceipt(other)];
    const addresses = (id: string) =>
      scene.shop.rows('select payer_email, payer_email_key, receipt_email from purchases where id = $1', [
        id,
      ]);
    expect((await exportData(payer)).body).toMatchObject({
      purchases: [{ id: own, payer_email: payer, receipt_email: receipt }],
    });
    const { purchases } = z
      .object({ purchases: z.array(z.record(z.string(), z.unknown())) })
      .parse((await exportData(receipt.toUpperCase())).body);
    expect(purchases.map(({ id }) => id).sort()).toEqual([own, others].sort());
    expect(JSON.stringify(purchases)).toContain(receipt);
    expect(JSON.stringify(purchases), 'the payer may be somebody else').not.toContain(payer);
    expect((await forget(payer)).body).toEqual({ purchases: 1, subscriptions: 0 });
    expect(await addresses(own)).toEqual([{ payer_email: null, payer_email_key: null, receipt_email: null }]);
    expect((await forget(receipt)).body).toEqual({ purchases: 1, subscriptions: 0 });
    expect(await addresses(others)).toEqual([
      { payer_email: other, payer_email_key: other, receipt_email: null },
    ]);
    expect((await exportData(receipt)).body).toMatchObject({ purchases: [] });
  });

  test('removes the reasons about a purchase whose payer PayPal did not tell', async () => {
    const email = newEmail('receipt');
    const id = await scene.make.purchase({ receipt_email: email });
    await scene.make.audit({ entity: 'purchase', entity_id: id, reason: 'Ada asked by phone' });
    expect((await forget(email)).body).toEqual({ purchases: 1, subscriptions: 0 });
    expect(await auditEntries(id)).toMatchObject([{ reason: 'redacted' }, { action: 'purchase.forget' }]);
  });

  test('removes the email from the audit entries of a customer who once had it', async () => {
    const [first, second] = [newEmail('first'), newEmail('second')];
    const id = await create(first);
    await asAdmin('PUT', `/api/customers/${id}`, { name: 'Wilhelmina', email: second });
    expect((await forget(first)).body).toEqual({ purchases: 0, subscriptions: 0 });
    expect(await auditEntries(id)).toMatchObject([
      { after: { email: null, name: 'Wilhelmina' }, reason: 'redacted' },
      { before: { email: null }, after: { email: second }, reason: 'redacted' },
    ]);
  });

  test('accepts an email that only PayPal would accept', async () => {
    const email = `rock&roll!${unique()}@mail.example`;
    const id = await purchase(email);
    expect((await exportData(email)).body).toMatchObject({ purchases: [{ id }] });
    expect((await forget(email)).body).toEqual({ purchases: 1, subscriptions: 0 });
  });

  test('does not change an affiliate with the email', async () => {
    const { id, email } = await newAffiliate(scene.shop.rows);
    const affiliateRow = () => scene.shop.rows('select * from affiliates where id = $1', [id]);
    const before = await affiliateRow();
    await purchase(email);
    expect((await forget(email)).body).toEqual({ purchases: 1, subscriptions: 0 });
    expect(await affiliateRow()).toEqual(before);
  });
});

test.each([
  ['in another letter case', () => newEmail(), (email: string) => email.toUpperCase()],
  [
    'in another Gmail spelling',
    () => `a.${unique()}@gmail.com`,
    (email: string) => email.slice(0, 1) + email.slice(2),
  ],
])(
  'forgetting a buyer is rejected for the email of a customer %s, and changes nothing',
  async (_how, newAddress, respell) => {
    const email = newAddress();
    const [id, purchaseId] = [await create(email), await purchase(email)];
    const before = [await payer(purchaseId), await auditEntries(id)];
    expect(await forget(respell(email))).toMatchObject({
      status: 409,
      body: { code: 'address-has-customer' },
    });
    expect([await payer(purchaseId), await auditEntries(id)]).toEqual(before);
    // The export of personal data finds the customer.
    expect((await exportData(respell(email))).body).toMatchObject({ customers: [{ id }] });
  },
);
