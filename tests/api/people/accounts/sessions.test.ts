import { afterAll, beforeAll, expect, test } from 'vitest';
import { retentions, sweepRows } from '../../../../src/server/frame/db/sweep-rows.ts';
import { changeAccount, newAccount, newConfirmedAccount, unsignedToken } from '../../accounts.ts';
import {
  type Api,
  createTestDatabase,
  emulatedIdentity,
  startApi,
  type TestDatabase,
} from '../../harness.ts';

let database: TestDatabase;
let api: Api;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ database, identity: emulatedIdentity() });
});
afterAll(() => api.close());

const agents = {
  firefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
} as const;

/** Creates an account with sessions that began some seconds ago, each with a token of its own. */
const newSessions = async () => {
  const { uid, email } = await newConfirmedAccount();
  const now = Math.floor(Date.now() / 1_000);
  await changeAccount(uid, { validSince: String(now - 3_600) });
  const sessionFrom = (secondsAgo: number, agent: string) => {
    const authTime = now - secondsAgo;
    const token = unsignedToken(uid, { email, email_verified: true, auth_time: authTime });
    const options = { token, headers: { 'user-agent': agent } };
    return {
      token,
      at: new Date(authTime * 1_000).toISOString(),
      record: (replaces: string | null = null) =>
        api.call('POST', '/api/account/sessions', { replaces }, options),
      list: () => api.call('GET', '/api/account/sessions', undefined, options),
      end: () => api.call('POST', '/api/account/sessions/end', undefined, options),
    };
  };
  return { uid, email, sessionFrom };
};

test('a user sees every session with browser and time, newest first, and which one is this', async () => {
  const { sessionFrom } = await newSessions();
  const [phone, computer] = [sessionFrom(300, agents.phone), sessionFrom(60, agents.firefox)];
  expect((await phone.record()).status).toBe(204);
  expect((await computer.record()).status).toBe(204);
  await computer.record();
  expect((await computer.list()).body).toEqual({
    sessions: [
      { browser: 'Firefox on Windows', signed_in_at: computer.at, is_current: true },
      { browser: 'Safari on iPhone', signed_in_at: phone.at, is_current: false },
    ],
  });
});

test('the session of the call is listed even if its sign-in was not recorded', async () => {
  const { sessionFrom } = await newSessions();
  const { list, at } = sessionFrom(60, agents.firefox);
  expect((await list()).body).toEqual({
    sessions: [{ browser: 'Firefox on Windows', signed_in_at: at, is_current: true }],
  });
});

test('a sign-in replaces the earlier one of the same browser, but nobody else’s', async () => {
  const [own, other] = [await newSessions(), await newSessions()];
  const earlier = own.sessionFrom(120, agents.firefox);
  const neighbor = other.sessionFrom(120, agents.firefox);
  await earlier.record();
  await neighbor.record();
  const later = own.sessionFrom(60, agents.firefox);
  await later.record(earlier.at);
  expect((await later.list()).body).toMatchObject({ sessions: [{ signed_in_at: later.at }] });
  expect((await neighbor.list()).body).toMatchObject({ sessions: [{ signed_in_at: neighbor.at }] });
});

test('ending the sessions signs out all tokens and empties the list', async () => {
  const { uid, sessionFrom } = await newSessions();
  const [phone, computer] = [sessionFrom(300, agents.phone), sessionFrom(60, agents.firefox)];
  await phone.record();
  await computer.record();
  expect((await computer.end()).status).toBe(204);
  expect((await phone.list()).status).toBe(401);
  expect((await computer.list()).status).toBe(401);
  expect(await api.rows('select 1 from sign_ins where uid = $1', [uid])).toEqual([]);
});

test('a session from before the last sign-out everywhere is not listed', async () => {
  const { uid, sessionFrom } = await newSessions();
  const [old, current] = [sessionFrom(300, agents.phone), sessionFrom(0, agents.firefox)];
  await old.record();
  await changeAccount(uid, { validSince: String(Math.floor(Date.now() / 1_000) - 60) });
  expect((await current.list()).body).toMatchObject({ sessions: [{ is_current: true }] });
});

test('the sweep deletes sign-ins after 90 days', async () => {
  const { uid } = await newAccount();
  for (const days of [89, 91])
    await api.rows("insert into sign_ins values ($1, now() - $2 * interval '1 day', 'Firefox')", [uid, days]);
  await sweepRows({ db: database.db, now: new Date() }, retentions.sign_ins);
  expect(await api.rows('select browser from sign_ins where uid = $1', [uid])).toHaveLength(1);
});
