import { beforeAll, beforeEach } from 'vitest';
import { newContext } from '../../../../src/server/frame/context/context.ts';
import { closeLeftAffiliates } from '../../../../src/server/people/leaving/close-left.ts';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { closeMonth } from '../../../../src/server/money/statements/close-month.ts';
import { newConfirmedAccount, signIn } from '../../accounts.ts';
import { type Api, credentials, emulatedIdentity, settings, startApi } from '../../harness.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';
import { payable } from '../../money/statements/ledger-maker.ts';
import { terms } from '../../settings.ts';

interface Scene {
  api: Api;
  database: NeonDatabase;
  admin: string;
  /** The time of the API and of the job. */
  now: Date;
}

/** Creates a database for each test, since closing a month concerns all affiliates. The clock starts at 2025-08-20. */
export const leavingScene = () => {
  const scene = {} as Scene;
  beforeAll(async () => {
    scene.admin = await signIn('admin');
  });
  beforeEach(async () => {
    const database = await openNeon();
    Object.assign(scene, { database, now: new Date('2025-08-20T12:00:00Z') });
    scene.api = await startApi({ database, identity: emulatedIdentity(), now: () => scene.now });
    return () => scene.api.close();
  });

  const setTime = (time: string) => {
    scene.now = new Date(time);
  };

  /** Creates an active affiliate with an account, a payment email and functions for the ledger. */
  const newMember = async () => {
    const account = await newConfirmedAccount();
    const affiliate = await payable(scene.api.rows, { email: account.email });
    await scene.api.rows('update affiliates set owner_uid = $2 where id = $1', [affiliate.id, account.uid]);
    const credited = { affiliate_id: affiliate.id, affiliate_code: affiliate.code };
    const call = (method: string, path: string, body?: object) =>
      scene.api.call(method, path, body, { token: account.token });
    const record = async () => {
      const [row] = await scene.api.rows(
        'select email, payout_email, left_at, closed_at, date_activated from affiliates where id = $1',
        [affiliate.id],
      );
      return row;
    };
    return {
      ...affiliate,
      ...account,
      earn: (at: string, cents: number) => affiliate.earn(at, cents, { ...credited, created_at: at }),
      call,
      record,
      leave: () => call('POST', '/api/affiliates/leave', { email: account.email }),
      deleteAccount: () => call('POST', '/api/account/delete', { email: account.email }),
    };
  };

  /** Closes a month on the first day of the next month. */
  const close = (month: string) => closeMonth({ db: scene.database.db, now: scene.now }, month);

  const asAdmin = (method: string, path: string, body?: object) =>
    scene.api.call(method, path, body, { token: scene.admin });

  /** Approves a payout and marks it as paid, at the scene's time. */
  const pay = async (payout: unknown) => {
    await asAdmin('POST', '/api/payouts/approve', { ids: [payout] });
    await asAdmin('POST', '/api/payouts/paid', { items: [{ id: payout, transactionId: 'PAID1' }] });
  };

  /** The lines that `runJob` logged. */
  const jobLog: object[] = [];
  const runJob = () => {
    const services = {
      db: scene.database.db,
      identity: emulatedIdentity(),
      paypal: createPayPal({ ...credentials, apiUrl: 'http://127.0.0.1:9' }),
    };
    return closeLeftAffiliates(
      newContext({ ...services, settings, terms, now: () => scene.now }, 'job'),
      (line) => jobLog.push(line),
    );
  };

  /** The mails to an address, as `kind state`. */
  const mailsTo = async (email: string) => {
    const mails = await scene.api.rows(
      "select kind || ' ' || state as mail from mails where address = $1 order by created_at, kind",
      [email],
    );
    return mails.map(({ mail }) => mail);
  };

  return { scene, setTime, newMember, close, pay, runJob, jobLog, mailsTo, asAdmin };
};
