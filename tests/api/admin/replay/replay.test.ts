import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runReplay } from '../../../../netlify/commands/replay.ts';
import type { Services } from '../../../../src/server/frame/context/services.ts';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { signIn } from '../../accounts.ts';
import { newSubscription, paidOrder, track } from '../../buyer.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { emulatedIdentity, createTestDatabase, settings, type TestDatabase } from '../../harness.ts';
import { newAffiliate, newEmail } from '../../factories.ts';
import { connectPostgres } from '../../../../stack/postgres/connect.ts';
import { copyDatabase } from '../../copy-database.ts';
import { migratedTemplate } from '../../provided.ts';
import { type Shop, startShop } from '../../shop.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const folder = temporaryFolder();
let database: TestDatabase;
let shop: Shop;
let services: Services;
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await startShop({ database });
  services = {
    db: database.db,
    paypal: createPayPal(shop.paypalSettings),
    identity: emulatedIdentity(),
    settings,
    mail: null,
    letters: () => Promise.resolve([]),
    now: () => new Date(),
  };
});
afterAll(async () => {
  await shop.close();
});

let fileCount = 0;
const newFile = () => path.join(folder, `events-${String((fileCount += 1))}.jsonl`);
const command = (...args: string[]) =>
  runReplay(
    args,
    { DATABASE_URL: 'embedded' },
    (work) => work(services),
    async () => connectPostgres(await copyDatabase(migratedTemplate)),
  );

/** Replays a file, and returns the scratch database's mails as well. */
const replayWithMails = async (file: string) => {
  const mails: unknown[] = [];
  const result = await runReplay(
    [file],
    { DATABASE_URL: 'embedded' },
    (work) => work(services),
    async () => {
      const scratch = connectPostgres(await copyDatabase(migratedTemplate));
      const close = async () => {
        mails.push(...(await scratch.query('select kind, address from mails')));
        await scratch.close();
      };
      return { ...scratch, close };
    },
  );
  return { ...result, mails };
};

const exportEvents = async () => {
  const file = newFile();
  expect(await command('--export', file)).toMatchObject({ code: 0 });
  return file;
};

/** Creates a history with everything that changes the ledger. The second affiliate is inactive from 2026-03-01 on. */
const createHistory = async () => {
  const { rows, paypal } = shop;
  const one = await newAffiliate(rows);
  const other = await newAffiliate(rows);
  const email = newEmail('buyer');
  paypal.set({ clock: '2025-09-01T10:00:00Z' });
  const orderId = await paidOrder(shop, { code: one.code, email });
  const subscription = await newSubscription(shop, { code: one.code, email });
  await newSubscription(shop, { code: one.code });
  // Only the browser reports the code. No event has it.
  const reported = await paidOrder(shop);
  await track(shop, reported, { affiliateCode: other.code });
  await paypal.idle();
  const [capture = ''] = Object.values(paypal.state().captures)
    .filter((candidate) => candidate.orderId === orderId)
    .map(({ id }) => id);
  paypal.refundCapture(capture, '10.00');
  const [sale = ''] = Object.keys(paypal.state().sales);
  paypal.resolveDispute(paypal.openDispute(sale, '7.00'), 'RESOLVED_BUYER_FAVOUR');
  await paypal.idle();

  const token = await signIn('admin');
  const [row] = await rows('select id from purchases where provider_id = $1', [subscription]);
  const body = { code: other.code, reason: 'Theirs' };
  await shop.call('POST', `/api/purchases/${String(row?.id)}/reattribute`, body, { token });
  paypal.refundSale(sale, '3.00');
  // An admin adjusts the commission after a mistaken refund.
  const [refundedPayment] = await rows(
    'select p.id, purchase_id from payments p join purchases b on b.id = p.purchase_id where b.provider_id = $1',
    [orderId],
  );
  expect(
    await shop.call(
      'POST',
      `/api/purchases/${String(refundedPayment?.purchase_id)}/adjust`,
      { id: randomUUID(), paymentId: refundedPayment?.id, amountCents: 200, reason: 'A mistake' },
      { token },
    ),
  ).toMatchObject({ status: 200 });
  await rows('update affiliates set date_activated = null where id = $1', [other.id]);
  await rows("update affiliate_activations set active_until = '2026-03-01' where affiliate_id = $1", [
    other.id,
  ]);
  // A purchase that earned nothing, because its affiliate was not active yet. After the activation below, an admin
  // re-attributes it to no affiliate and back, and then it earns its commission.
  const late = await newAffiliate(rows, { activeFrom: null });
  const returned = await paidOrder(shop, { code: late.code });
  // A purchase that earned nothing. After the activation, an admin re-attributes it to its own affiliate.
  const missed = await newAffiliate(rows, { activeFrom: null });
  const unearned = await paidOrder(shop, { code: missed.code });
  await paypal.idle();
  await rows('update affiliates set date_activated = now() where id = $1', [missed.id]);
  const [missedPurchase] = await rows('select id from purchases where provider_id = $1', [unearned]);
  expect(
    await shop.call(
      'POST',
      `/api/purchases/${String(missedPurchase?.id)}/reattribute`,
      { code: missed.code, reason: 'Theirs' },
      { token },
    ),
  ).toMatchObject({ status: 200, body: { payments: [{ no_commission: null }] } });
  // A pending payment that never completes.
  paypal.set({ pendingCaptures: true });
  const denied = await paidOrder(shop, { code: one.code });
  await paypal.idle();
  const [pending = ''] = Object.values(paypal.state().captures)
    .filter((candidate) => candidate.orderId === denied)
    .map(({ id }) => id);
  paypal.settleCapture(pending, 'DENIED');
  paypal.set({ pendingCaptures: false });
  await paypal.idle();
  // A payment that is pending at a re-attribution, and completes when the new owner is no longer active.
  const leaver = await newAffiliate(rows);
  paypal.set({ pendingCaptures: true });
  const slow = await paidOrder(shop, { code: one.code });
  await paypal.idle();
  const [slowPurchase] = await rows('select id from purchases where provider_id = $1', [slow]);
  await shop.call(
    'POST',
    `/api/purchases/${String(slowPurchase?.id)}/reattribute`,
    { code: leaver.code, reason: 'Theirs' },
    { token },
  );
  await rows('update affiliates set date_activated = null where id = $1', [leaver.id]);
  paypal.set({ pendingCaptures: false, clock: new Date(Date.now() + 3_600_000).toISOString() });
  const [slowCapture = ''] = Object.values(paypal.state().captures)
    .filter((candidate) => candidate.orderId === slow)
    .map(({ id }) => id);
  paypal.settleCapture(slowCapture, 'COMPLETED');
  await paypal.idle();
  expect(await rows('select 1 from commission_entries where affiliate_id = $1', [leaver.id])).toEqual([]);

  await rows('update affiliates set date_activated = now() where id = $1', [late.id]);
  const [returnedPurchase] = await rows('select id from purchases where provider_id = $1', [returned]);
  for (const to of [null, late.code])
    expect(
      await shop.call(
        'POST',
        `/api/purchases/${String(returnedPurchase?.id)}/reattribute`,
        { code: to, reason: 'Theirs' },
        { token },
      ),
    ).toMatchObject({ status: 200 });
  expect(
    await rows('select sum(amount_cents)::int as sum from commission_entries where affiliate_id = $1', [
      late.id,
    ]),
  ).toEqual([{ sum: 15_00 }]);
  // The owner is no longer active, so the payment earns nothing.
  paypal.set({ clock: '2026-09-01T10:00:00Z' });
  paypal.renew(subscription);
  await paypal.idle();
  return { one, other, orderId, capture };
};

test('a replay of all events, with the decisions of people, gives the same ledger', async () => {
  const { orderId, capture, one } = await createHistory();
  const file = await exportEvents();
  const text = await readFile(file, 'utf8');
  // The export has no personal data of buyers.
  expect(text.includes('@mail.example')).toBe(false);
  const eventCount = text.trim().split('\n').length;
  expect(await command(file)).toEqual({
    code: 0,
    text: `Events replayed: ${String(eventCount)}, failed: 0.\nThe ledger equals the ledger that the events give.`,
  });

  // A commission that no event causes, and a payment that no event announced.
  const [row] = await shop.rows(
    'select p.id from payments p join purchases b on b.id = p.purchase_id where b.provider_id = $1',
    [orderId],
  );
  const { entry, payment } = fixtures(shop.rows);
  await entry({
    affiliate_id: one.id,
    payment_id: row?.id,
    kind: 'adjustment',
    rate_basis_points: 2500,
    amount_cents: -100,
  });
  await payment({ provider_id: 'UNANNOUNCED' });
  const answer = await command(file);
  expect(answer.code).toBe(1);
  expect(answer.text).toContain('payment UNANNOUNCED: payment here: recorded; by the events: nothing');
  expect(answer.text).toContain(
    `payment ${capture}, affiliate ${one.code}: sum here: 13.50; by the events: 14.50`,
  );
  expect(answer.text).toContain('2. Nothing was changed.');
});

test('a replay names an event that fails, and exits with 1', async () => {
  const file = newFile();
  const event = {
    id: 'WH-LOST',
    event_type: 'PAYMENT.CAPTURE.REFUNDED',
    create_time: '2025-09-01T10:00:00Z',
    resource: { id: 'GONE' },
  };
  await writeFile(file, `${JSON.stringify(event)}\n\n`);
  const { code, text } = await command(file);
  expect(code).toBe(1);
  expect(text).toContain('Events replayed: 1, failed: 1.\n  WH-LOST: ');
});

test.each([
  ['a call without arguments', () => []],
  ['a file that is not there', () => [path.join(folder, 'none.jsonl')]],
  ['two files', () => ['a.jsonl', 'b.jsonl']],
  ['an unknown option', () => ['--import', 'a.jsonl']],
])('a replay refuses %s', async (_what, args) => {
  expect((await command(...args())).code).toBe(2);
});

test('a replay names a line that is not an event, and an export overwrites no file', async () => {
  const file = newFile();
  await writeFile(file, '{"id":"WH-1"}\n');
  expect(await command(file)).toEqual({ code: 2, text: 'Line 1 is no event of PayPal.' });
  expect(await command('--export', file)).toMatchObject({ code: 2 });
  expect(await readFile(file, 'utf8')).toBe('{"id":"WH-1"}\n');
});

test('a replay and an export explain in one line that a path is a folder, or that a folder is missing', async () => {
  expect(await command(folder)).toEqual({ code: 3, text: expect.stringContaining('EISDIR') as string });
  const nowhere = path.join(folder, 'none', 'events.jsonl');
  const outcome = await command('--export', nowhere);
  expect(outcome).toEqual({ code: 3, text: expect.stringContaining(nowhere) as string });
});

test('a replay refuses the real database as the scratch database', async () => {
  const file = newFile();
  await writeFile(file, '');
  const real = 'postgres://user:one@db.example/books';
  const replayWith = (...args: string[]) =>
    runReplay([file, ...args], { DATABASE_URL: real }, () => {
      throw new Error('It was begun.');
    });
  expect((await replayWith()).text).toContain('An empty database is needed.');
  for (const sameDatabase of [real, 'postgresql://other@DB.example:5432/books?sslmode=require'])
    expect(await replayWith('--scratch', sameDatabase)).toMatchObject({
      code: 2,
      text: expect.stringContaining('real') as string,
    });
  expect((await replayWith('--scratch', 'embedded')).code).toBe(2);
});

test('a replay writes no mails, even for a payment of today', async () => {
  const { code, email } = await newAffiliate(shop.rows);
  shop.paypal.set({ clock: null });
  await paidOrder(shop, { code });
  await shop.paypal.idle();
  const countMails = () => shop.rows('select count(*)::int as count from mails');
  expect(await shop.rows('select kind from mails where address = $1', [email])).toEqual([
    { kind: 'first-sale' },
  ]);
  const before = await countMails();
  expect((await replayWithMails(await exportEvents())).mails).toEqual([]);
  expect(await countMails()).toEqual(before);
});
