import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { newContext } from '../../../../src/server/frame/context/context.ts';
import type { Database } from '../../../../src/server/frame/context/database.ts';
import { unconfiguredIdentity } from '../../../../src/server/frame/context/identity.ts';
import type { Order, PayPal, Subscription } from '../../../../src/server/frame/context/paypal.ts';
import { sendDueMails } from '../../../../src/server/frame/mail/send-mails.ts';
import { runDueNotices } from '../../../../src/server/money/notices/run-due-notices.ts';
import { syncPurchase } from '../../../../src/server/money/purchases/sync-purchase.ts';
import { forgetBuyer } from '../../../../src/server/people/customers/delete-customer.ts';
import { dayMs } from '../../../../src/shared/dates.ts';
import { noticeKinds } from '../../../../src/shared/mail-kinds.ts';
import { problem } from '../../../../src/shared/problems.ts';
import { isDeep, testSeed } from '../../../seed.ts';
import { createTestDatabase, credentials, settings, type TestDatabase } from '../../harness.ts';
import { terms } from '../../settings.ts';
import { killableDatabase, Killed } from './killable-database.ts';
import {
  from,
  type Happening,
  type ModelPurchase,
  newModelOrders,
  newModelSubscription,
  pick,
  type Random,
  randomFrom,
  until,
} from './two-years-model.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** The deep run proves the numbers that the documentation states. */
const [buyers, kills] = isDeep ? [1_000, 100] : [50, 8];

let now = from;
/** The share of PayPal's answers that are missing while a job runs, except in the last days. */
let outage = 0;
const sent: string[] = [];

const isSubscription = (purchase: Order | Subscription): purchase is Subscription => 'payments' in purchase;

function fakePayPal(purchases: ReadonlyMap<string, ModelPurchase>, random: Random): PayPal {
  const find = (id: string) => {
    if (random() < outage) throw problem('payment-provider-unavailable');
    return purchases.get(id)?.fetch() ?? null;
  };
  return {
    ...createPayPal({ ...credentials, apiUrl: 'http://127.0.0.1:9' }),
    fetchSubscription: async (id) => {
      const found = await Promise.resolve(find(id));
      return found && isSubscription(found) ? found : null;
    },
    fetchOrder: async (id) => {
      const found = await Promise.resolve(find(id));
      return found && !isSubscription(found) ? found : null;
    },
  };
}

function newPurchases(random: Random): ModelPurchase[] {
  return Array.from({ length: buyers }, (_, index) => {
    const name = `${String(index)}-${randomUUID().slice(0, 8)}`;
    const isAnnual = random() < 0.6;
    const identity = {
      providerId: `${isAnnual ? 'I' : 'O'}-${name}`,
      payer: { id: `P-${name}`, email: `payer-${name}@mail.example` },
      receiptEmail: random() < 0.3 ? `receipt-${name}@mail.example` : null,
    };
    // Some begin on the leap day.
    const start =
      random() < 0.1 ? Date.parse('2028-02-29T23:30:00Z') : from + Math.floor(random() * 380 * dayMs);
    const atSecond = Math.floor(start / 1_000) * 1_000;
    return isAnnual
      ? newModelSubscription(random, identity, atSecond)
      : newModelOrders(random, identity, atSecond);
  }).flat();
}

test(`${String(buyers)} buyers get each mail about a renewal, a failed payment and a year’s end once`, async () => {
  const random = randomFrom(testSeed());
  const purchases = newPurchases(random);
  const paypal = fakePayPal(new Map(purchases.map((row) => [row.providerId, row])), random);
  const services = (db: Database) => ({
    db,
    paypal,
    settings,
    terms,
    identity: unconfiguredIdentity,
    mail: null,
    letters: () => Promise.resolve([]),
    now: () => new Date(now),
  });
  const context = () => newContext(services(database.db), randomUUID());

  const learn = async (purchase: ModelPurchase, { told, details, failedAt }: Happening) => {
    if (told === 'erasure') return forgetBuyer(context(), purchase.payer.email);
    const failedPayment = failedAt && { at: failedAt, amount: null, retryAt: null };
    return syncPurchase(
      context(),
      { type: purchase.type, providerId: purchase.providerId, reportedEmail: purchase.receiptEmail },
      { ...details, ...(failedPayment && { failedPayment }) },
    );
  };
  const sendMails = () => sendDueMails(services(database.db), mailService, () => undefined);
  /** Runs the job and the outbox. Returns true if the process was killed before. */
  const runJobs = async (killAt = Infinity) => {
    outage = now > until - 5 * dayMs ? 0 : 0.05;
    const { db, process } = killableDatabase(database.db, killAt, random() < 0.5);
    await runDueNotices(services(db), () => undefined).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    outage = 0;
    if (!process.isKilled) await sendMails();
    return process.isKilled;
  };

  const steps = purchases.flatMap((purchase) =>
    purchase.happenings.flatMap((happening) => {
      const delay = happening.told === 'later' ? Math.floor(random() * 3 * dayMs) : 0;
      return [
        { at: happening.at, run: () => Promise.resolve(happening.change()) },
        { at: happening.at + delay, run: () => learn(purchase, happening) },
      ];
    }),
  );
  const runs: { at: number; run: () => Promise<unknown> }[] = [];
  let killed = 0;
  // The job is down for 15 days once, and runs every few days otherwise. From the first renewals on, some runs are killed at a
  // random request, and another run follows when the leases are over.
  for (let at = from; at < until; at += pick(random, isDeep ? [1, 2, 3] : [2, 3, 5]) * dayMs) {
    const isDown = at > from + 480 * dayMs && at < from + 495 * dayMs;
    const run = async () => {
      while (killed < kills && at > from + 330 * dayMs) {
        if (!(await runJobs(1 + Math.floor(random() * 12)))) break;
        killed += 1;
        now += 3 * 60_000;
      }
      await runJobs();
    };
    runs.push({ at, run: isDown ? sendMails : run });
  }
  for (const { at, run } of [...steps, ...runs].toSorted((a, b) => a.at - b.at)) {
    now = at;
    await run();
  }
  expect(killed).toBe(kills);
  now = until;
  await runJobs();

  const mails = await database.rows(
    `select purchases.provider_id, kind, split_part(subject_id, ' ', 2) as fact, split_part(subject_id, ' ', 3) as suffix,
       mails.state, mails.id
     from mails join purchases on purchases.id::text = split_part(subject_id, ' ', 1) where kind = any ($1)`,
    [noticeKinds],
  );
  const got = new Map<string, string[]>();
  for (const { provider_id: id, kind, fact, suffix, state } of mails)
    if (state === 'sent')
      got.set(String(id), [
        ...(got.get(String(id)) ?? []),
        `${String(kind)} ${String(fact)} ${String(suffix)}`,
      ]);
  const outcome = (list: readonly string[]) => list.toSorted().join(', ');
  const expected = purchases.map(({ providerId, expected: facts, receiptEmail }) => {
    const suffixes = receiptEmail === null ? [''] : ['', 'receipt'];
    return [providerId, outcome(facts.flatMap((fact) => suffixes.map((suffix) => `${fact} ${suffix}`)))];
  });
  expect(purchases.map(({ providerId }) => [providerId, outcome(got.get(providerId) ?? [])])).toEqual(
    expected,
  );
  expect(new Set(sent).size).toBe(sent.length);
  expect(mails.filter(({ state }) => state === 'waiting')).toEqual([]);
}, 600_000);

const mailService = {
  siteUrl: 'https://site.example',
  linkSecret: settings.mailLinkSecret ?? '',
  open: () =>
    Promise.resolve({
      send: ({ id }: { readonly id: string }) => {
        sent.push(id);
        return Promise.resolve();
      },
      close: () => undefined,
    }),
};
