import { beforeAll, expect } from 'vitest';
import { closeMonth } from '../../../../src/server/money/statements/close-month.ts';
import { addMonths, monthOf } from '../../../../src/shared/dates.ts';
import { newConfirmedAccount, signIn, signInWith } from '../../accounts.ts';
import { newEmail } from '../../factories.ts';
import {
  type Api,
  createTestDatabase,
  emulatedIdentity,
  startApi,
  type TestDatabase,
} from '../../harness.ts';
import { setLongTimeouts } from '../../long-timeouts.ts';
import { payable } from '../../money/statements/ledger-maker.ts';
import { linksOf } from './address-change.ts';

/** The payment email that Ada has set. */
export const ownPayment = 'ada-pay@mail.example';
/** The month in which the next affiliate earns. Closing it moves on to the next month. */
let month = addMonths(monthOf(new Date()), -20);

let database: TestDatabase;
export let api: Api;
export let admin: string;

/** Starts an API for the tests of a file. */
export function startTheftScene(): void {
  beforeAll(async () => {
    setLongTimeouts();
    admin = await signIn('admin');
    database = await createTestDatabase();
    api = await startApi({ database, identity: emulatedIdentity() });
    return () => api.close();
  });
}

export const press = (action: 'confirm' | 'undo', token: string) =>
  api.call('POST', `/api/account/address/${action}`, { token });
export const setPayment = (email: string | null, token: string) =>
  api.call('PUT', '/api/affiliates/payout-email', { email }, { token });
/** Closes the month, which concerns all affiliates. */
export const close = () => {
  const closed = month;
  month = addMonths(month, 1);
  return closeMonth({ db: database.db, now: new Date() }, closed);
};
export const payoutCall = (action: string, body: object) =>
  api.call('POST', `/api/payouts/${action}`, body, { token: admin });
export const exported = async () => String((await payoutCall('export', {})).body);

/** Creates Ada's account and affiliate, which has earned enough for a payout. */
export const newAda = async (payoutEmail: string | null = ownPayment) => {
  const account = await newConfirmedAccount();
  const affiliate = await payable(api.rows, { email: account.email, payoutEmail });
  await affiliate.earn(`${month}-05T00:00:00Z`, 150_00);
  return { ...account, ...affiliate };
};

/** Changes Ada's address with her password. Returns the account as the thief has it. */
export const steal = async ({ uid, email, token }: { uid: string; email: string; token: string }) => {
  const to = newEmail('thief');
  await api.call('POST', '/api/account/address', { email: to }, { token });
  const { confirm, undo } = await linksOf(api, uid);
  expect((await press('confirm', confirm)).status).toBe(200);
  return { uid, from: email, email: to, undo, token: await signInWith(to) };
};

export const stateOf = async ({ id }: { id: string }) => ({
  payouts: await api.rows(
    `select payouts.state::text as state, payouts.payout_email as email, approved_by
     from payouts join statements on statements.id = statement_id where affiliate_id = $1`,
    [id],
  ),
  payment: (await api.rows('select payout_email from affiliates where id = $1', [id]))[0]?.payout_email,
});

export const payoutsOf = async ({ payouts }: { payouts: () => Promise<{ id?: unknown }[]> }) =>
  (await payouts()).map(({ id }) => String(id));
