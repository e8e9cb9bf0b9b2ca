import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { limits } from '../../../../src/shared/limits.ts';
import { sellerLines } from '../../../../src/shared/seller.ts';
import { site } from '../../../../src/shared/site.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newEmail } from '../../factories.ts';
import { type Api, startApi } from '../../harness.ts';
import { openSession } from '../../portal-sessions.ts';

let api: Api;
let now = new Date('2026-11-05T12:00:00Z');
beforeAll(async () => {
  api = await startApi({ now: () => now });
});
afterAll(() => api.close());

const company = { company: 'Choirs Ltd', address: '2 Sample Road\nSampleton', vat_number: 'SL 123' };
const nobody = { company: null, address: null, vat_number: null };

/** Creates a buyer of an Annual Subscription with a session. */
async function newSubscriber() {
  const email = newEmail('accountant');
  const { purchase, payment } = fixtures(api.rows);
  const purchaseId = await purchase({
    type: 'subscription',
    plan_id: 'annual',
    state: 'active',
    payer_email: email,
    payer_email_key: email,
    terms_version: '2026-06-01',
  });
  const paidOn = (day: string, sequence = 1, tax_cents = 9_50) =>
    payment({
      purchase_id: purchaseId,
      paid_at: `${day}T09:30:00Z`,
      sequence,
      amount_cents: 59_50,
      tax_cents,
      provider_id: newEmail('SALE'),
    });
  const headers = await openSession(api.rows, email);
  const write = (id: string, body: object) =>
    api.call('POST', `/api/portal/receipts/${id}/versions`, body, { headers });
  const read = async (id: string, version?: number) => {
    const query = version === undefined ? '' : `?version=${String(version)}`;
    const answer = await api.call('GET', `/api/portal/receipts/${id}${query}`, undefined, { headers });
    return { status: answer.status, text: toText(answer.body) };
  };
  return { email, headers, purchaseId, paidOn, write, read };
}

/** Returns the words of a page, with one space between them. */
const toText = (html: unknown) =>
  String(html)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const listed = z.object({
  purchases: z.array(
    z.object({ payments: z.array(z.object({ receipt: z.object({ versions: z.array(z.object({})) }) })) }),
  ),
});

test('a receipt has the facts for an accountant, and the terms', async () => {
  const { paidOn, write, read, email } = await newSubscriber();
  const id = await paidOn('2026-11-03');
  const [number] = await api.rows('select provider_id from payments where id = $1', [id]);
  expect((await write(id, company)).status).toBe(200);
  const { text } = await read(id);
  for (const fact of [
    `Receipt number ${String(number?.provider_id)}`,
    'Version 2, dated November 5, 2026 (UTC)',
    'Paid on November 3, 2026 (UTC)',
    'Paid with PayPal',
    `For ${site.product}, Annual Subscription, one year`,
    'Period November 3, 2026 to November 3, 2027',
    'Net amount $50.00',
    'Tax $9.50',
    'Total paid $59.50',
    `Buyer Choirs Ltd 2 Sample Road Sampleton ${email}`,
    'Buyer’s VAT number SL 123',
    `Seller ${sellerLines.join(' ')} ${site.email}`,
    `Seller’s tax number ${site.seller.taxNumber}`,
    'Terms Dated June 1, 2026',
  ])
    expect(text).toContain(fact);
});

test('a receipt without tax has the total alone', async () => {
  const { paidOn, read } = await newSubscriber();
  const { text } = await read(await paidOn('2026-11-03', 1, 0));
  expect(text).toMatch(/Period \S+ 3, 2026 to \S+ 3, 2027 Total paid \$59\.50/);
  expect(text).not.toMatch(/Net amount|Tax /);
});

test('without a company the receipt names the email, and no name that anybody may have typed', async () => {
  const { paidOn, read, email } = await newSubscriber();
  const id = await paidOn('2026-11-03');
  await api.rows("insert into customers (id, name, email) values (gen_random_uuid(), 'Carl', $1)", [email]);
  expect((await read(id)).text).toContain(`Buyer ${email} Seller`);
});

test('every version of a receipt stays readable after a change', async () => {
  const { paidOn, write, read } = await newSubscriber();
  const id = await paidOn('2026-11-03');
  await write(id, company);
  await write(id, { ...company, company: 'Singers Ltd' });
  await write(id, nobody);
  const companies = await Promise.all([1, 2, 3, 4].map(async (version) => (await read(id, version)).text));
  expect(companies.map((text) => /(Choirs|Singers) Ltd/.exec(text)?.[0])).toEqual([
    undefined,
    'Choirs Ltd',
    'Singers Ltd',
    undefined,
  ]);
  expect(companies[0]).toContain('Version 1, dated November 3, 2026 (UTC)');
  expect((await read(id)).text).toContain('Version 4, dated November 5, 2026 (UTC)');
  expect((await read(id, 5)).status).toBe(404);
  await expect(api.rows(`update receipt_versions set company = 'Other'`)).rejects.toThrow('never changed');
});

test('saving the same again makes no version, and two savings at once make two', async () => {
  const { paidOn, write, headers } = await newSubscriber();
  const id = await paidOn('2026-11-03');
  const versions = async () => {
    const { body } = await api.call('GET', '/api/portal/purchases', undefined, { headers });
    return listed.parse(body).purchases[0]?.payments[0]?.receipt.versions.length;
  };
  await write(id, nobody);
  expect(await versions()).toBe(1);
  await write(id, company);
  await write(id, { ...company, company: ' Choirs Ltd ' });
  expect(await versions()).toBe(2);
  const saved = await Promise.all(['A', 'B'].map((name) => write(id, { ...company, company: name })));
  expect(saved.map(({ status }) => status)).toEqual([200, 200]);
  expect(await versions()).toBe(4);
});

test('a renewal’s receipt names the company of the day, and earlier receipts stay as they are', async () => {
  const { paidOn, write, read } = await newSubscriber();
  const [first, second] = [await paidOn('2025-11-04'), await paidOn('2026-11-04', 2)];
  await write(second, company);
  now = new Date('2027-11-05T12:00:00Z');
  const third = await paidOn('2027-11-04', 3);
  await write(second, { ...company, company: 'Singers Ltd' });
  now = new Date('2026-11-05T12:00:00Z');
  expect((await read(first)).text).not.toContain('Choirs Ltd');
  expect((await read(third)).text).toContain('Choirs Ltd');
  expect((await read(third)).text).not.toContain('Singers Ltd');
});

test.each([
  ['no company', { ...company, company: ' ' }, 'company'],
  ['a long company', { ...company, company: 'x'.repeat(121) }, 'company'],
  ['a long address', { ...company, address: 'x'.repeat(301) }, 'address'],
  ['an address of nine lines', { ...company, address: 'x\n'.repeat(8) + 'x' }, 'address'],
  ['a long VAT number', { ...company, vat_number: '1'.repeat(31) }, 'vat_number'],
])('refuses %s, and names the field', async (_case, body, field) => {
  const { paidOn, write } = await newSubscriber();
  const answer = await write(await paidOn('2026-11-03'), body);
  expect(answer).toMatchObject({ status: 422, body: { fields: [{ field }] } });
});

test('another buyer can neither read nor change a receipt, and the receipt’s address only reads', async () => {
  const { paidOn, purchaseId } = await newSubscriber();
  const id = await paidOn('2026-11-03');
  const other = await newSubscriber();
  expect((await other.read(id)).status).toBe(404);
  expect(await other.write(id, company)).toMatchObject({ status: 404, body: { code: 'payment-not-found' } });
  await api.rows('update purchases set receipt_email = $1 where id = $2', [other.email, purchaseId]);
  expect((await other.read(id)).status).toBe(200);
  expect(await other.write(id, company)).toMatchObject({ status: 403, body: { code: 'payer-required' } });
  expect(await api.rows('select 1 from receipt_versions where payment_id = $1', [id])).toEqual([]);
});

test('money that has not arrived has no receipt', async () => {
  const { read, write, purchaseId } = await newSubscriber();
  const id = await fixtures(api.rows).payment({ purchase_id: purchaseId, state: 'pending' });
  expect((await read(id)).status).toBe(404);
  expect((await write(id, company)).status).toBe(404);
});

test('an export has all versions, and an erasure deletes them', async () => {
  const { purchaseId, paidOn, write, headers } = await newSubscriber();
  const id = await paidOn('2026-11-03');
  await write(id, company);
  await api.rows(`update purchases set state = 'cancelled' where id = $1`, [purchaseId]);
  const exported = await api.call('GET', '/api/portal/data', undefined, { headers });
  expect(exported.body).toMatchObject({
    purchases: [
      { terms_version: '2026-06-01', payments: [{ receipt_versions: [{ version: 2, ...company }] }] },
    ],
  });
  const receiptEmail = newEmail('office');
  await api.rows('update purchases set receipt_email = $1 where id = $2', [receiptEmail, purchaseId]);
  const office = { headers: await openSession(api.rows, receiptEmail) };
  expect(JSON.stringify((await api.call('GET', '/api/portal/data', undefined, office)).body)).not.toContain(
    'Choirs Ltd',
  );
  expect((await api.call('POST', '/api/portal/erase', undefined, { headers })).status).toBe(204);
  expect(await api.rows('select 1 from receipt_versions where payment_id = $1', [id])).toEqual([]);
});

test('a receipt gets at most so many versions in an hour', async () => {
  const { paidOn, write } = await newSubscriber();
  const id = await paidOn('2026-11-03');
  const { hits } = limits.perTarget.receiptVersions;
  const statuses: number[] = [];
  for (let hit = 0; hit <= hits; hit += 1)
    statuses.push((await write(id, { ...company, vat_number: String(hit) })).status);
  expect(statuses).toEqual([...Array<number>(hits).fill(200), 429]);
});
