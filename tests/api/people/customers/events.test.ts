import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paidOrder } from '../../buyer.ts';
import { newEmail, unique } from '../../factories.ts';
import { openNeon } from '../../neon.ts';
import { type Shop, startShop } from '../../shop.ts';
import { newEvent } from '../../webhook-signer.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ database: await openNeon() });
});
afterAll(() => shop.close());

/** Sends a webhook of PayPal and returns the resource of the stored event. */
const storeEvent = async (type: string, resource: object) => {
  const { id, body } = newEvent(type, resource);
  await shop.call('POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) });
  const [row] = await shop.rows("select body -> 'resource' as resource from webhook_events where id = $1", [
    id,
  ]);
  return row?.resource;
};

describe('a stored webhook event has no personal data', () => {
  test('of the buyer of a purchase', async () => {
    const name = `wil${unique()}`;
    await paidOrder(shop, { email: `${name}@mail.example` });
    await shop.paypal.idle();
    const rows = await shop.rows('select body from webhook_events');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows).toLowerCase()).not.toContain(name);
  });

  test('at any depth, and keeps ids, money, dates and the merchant', async () => {
    const keptFields = {
      amount: { value: '59.99', currency_code: 'USD' },
      payee: { merchant_id: 'M', email_address: 'shop@mail.example' },
      supplementary_data: { related_ids: { order_id: 'O1' } },
      create_time: '2026-01-01T00:00:00Z',
      list: [1, null, 'x', true],
    };
    const person = {
      email_address: newEmail(),
      name: { given_name: 'Deep' },
      phone: { phone_number: { national_number: '1' } },
      shipping_address: { city: 'Kiel' },
      tax_info: { tax_id: '1' },
    };
    const emptyPerson = {
      email_address: null,
      name: null,
      phone: null,
      shipping_address: null,
      tax_info: null,
    };
    expect(
      await storeEvent('SOMETHING.NEW', {
        ...keptFields,
        id: unique(),
        payer: { payer_id: 'P1', ...person },
        subscriber: [{ payer_id: 'P2', ...person }],
        status_change_note: 'Deep does not like it',
        free_text: `write to ${newEmail()}, please`,
      }),
    ).toMatchObject({
      ...keptFields,
      payer: { payer_id: 'P1', ...emptyPerson },
      subscriber: [{ payer_id: 'P2', ...emptyPerson }],
      status_change_note: null,
      free_text: null,
    });
  });

  test('of the parties of a dispute, and keeps the ids of its payments', async () => {
    const buyer = newEmail('buyer');
    const seller = { merchant_id: 'M', name: 'Kithbook' };
    expect(
      await storeEvent('CUSTOMER.DISPUTE.CREATED', {
        dispute_id: 'PP-D-1',
        disputed_transactions: [
          {
            buyer_transaction_id: 'B1',
            seller_transaction_id: 'S1',
            buyer: { name: 'Deep', email: buyer, payer_id: 'P1' },
            seller,
          },
        ],
        dispute_amount: { value: '59.99' },
        messages: [{ posted_by: 'BUYER', time_posted: '2026-01-01T00:00:00Z', content: 'I am Deep.' }],
        evidences: [{ notes: 'From Deep', documents: [{ name: 'deep.pdf' }] }],
        communication_details: { email: buyer, note: 'Deep', time_posted: '2026-01-01T00:00:00Z' },
      }),
    ).toEqual({
      dispute_id: 'PP-D-1',
      disputed_transactions: [
        {
          buyer_transaction_id: 'B1',
          seller_transaction_id: 'S1',
          buyer: { name: null, email: null, payer_id: 'P1' },
          seller,
        },
      ],
      dispute_amount: { value: '59.99' },
      messages: [{ posted_by: 'BUYER', time_posted: '2026-01-01T00:00:00Z', content: null }],
      evidences: [{ notes: null, documents: null }],
      communication_details: { email: null, note: null, time_posted: '2026-01-01T00:00:00Z' },
    });
  });
});
