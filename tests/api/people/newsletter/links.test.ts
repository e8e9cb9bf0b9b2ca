import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../../harness.ts';
import { linkPaths, newMail, newSubscription, queueLetter } from '../../newsletter-factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const oneClick = 'List-Unsubscribe=One-Click';
const read = async (id: string) =>
  (await api.rows('select * from newsletter_subscriptions where id = $1', [id]))[0];
const mail = async (id: string) => (await api.rows('select * from mails where id = $1', [id]))[0];

async function pageOf(method: string, path: string, body?: string, headers = {}) {
  const answer = await api.call(method, path, body, { headers });
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  return { status: answer.status, page: String(answer.body) };
}

describe('the link of the confirmation mail', () => {
  test('asks with a button, which confirms the subscription', async () => {
    const { id, email, confirmPath } = await newSubscription(api.rows, 'asked');
    const { status, page } = await pageOf('GET', confirmPath);
    expect(status).toBe(200);
    expect(page).toContain(`Send the Kithbook newsletter to ${email}?`);
    expect(page).toMatch(/<form class="form" method="post">[\s\S]*Confirm<\/button>/);
    expect(await pageOf('POST', confirmPath, '', form)).toMatchObject({
      status: 200,
      page: expect.stringContaining('Your subscription is confirmed.') as string,
    });
    const row = await read(id);
    expect(row).toMatchObject({ state: 'confirmed', confirmed_at: expect.any(Date) as Date });
    // A second press changes nothing.
    await pageOf('POST', confirmPath, '', form);
    expect(await read(id)).toEqual(row);
    expect((await pageOf('GET', confirmPath)).page).not.toContain('<form');
  });

  test('does not subscribe a person who unsubscribed', async () => {
    const { id, confirmPath } = await newSubscription(api.rows, 'left');
    expect((await pageOf('POST', confirmPath)).page).toContain('You’ve unsubscribed.');
    expect(await read(id)).toMatchObject({ state: 'left' });
  });
});

test.each(['?utm_source=x', '&utm_source=x', '%20', '%E2%80%8B', '%3E', ')', '=3D', '_'])(
  'links with %j at their end work',
  async (ending) => {
    const { id, confirmPath, leavePath } = await newSubscription(api.rows, 'asked');
    expect((await pageOf('POST', confirmPath + ending)).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'confirmed' });
    expect((await pageOf('POST', leavePath + ending)).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'left' });
  },
);

test('a scanner that opens both links changes nothing', async () => {
  for (const state of ['asked', 'confirmed'] as const) {
    const { id, confirmPath, leavePath } = await newSubscription(api.rows, state);
    const before = await read(id);
    for (const method of ['GET', 'HEAD'])
      for (const path of [confirmPath, leavePath]) expect((await api.call(method, path)).status).toBe(200);
    expect(await read(id)).toEqual(before);
  }
});

describe('the link of a letter', () => {
  test.each([
    ['the button of its page', '', 'page'],
    ['the one-click button of a mail program', oneClick, 'one-click'],
  ])('ends the subscription by %s, and cancels the letters that wait', async (_what, body, reason) => {
    const [reader, other] = [
      await newSubscription(api.rows, 'confirmed'),
      await newSubscription(api.rows, 'confirmed'),
    ];
    const [letter = '', othersLetter = ''] = await queueLetter(api.rows, [reader, other]);
    const receipt = await newMail(api.rows, { kind: 'receipt', address: reader.email });
    const { status, page } = await pageOf('POST', reader.leavePath, body, form);
    expect(status).toBe(200);
    expect(page).toContain('You’ve unsubscribed.');
    expect(await read(reader.id)).toMatchObject({ state: 'left', left_reason: reason });
    expect(await mail(letter)).toMatchObject({ state: 'cancelled', data: null });
    for (const id of [othersLetter, receipt]) expect(await mail(id)).toMatchObject({ state: 'waiting' });
    expect(await read(other.id)).toMatchObject({ state: 'confirmed' });
    // A second press keeps the first reason and date.
    const before = await read(reader.id);
    await pageOf('POST', reader.leavePath, reason === 'page' ? oneClick : '', form);
    expect(await read(reader.id)).toEqual(before);
  });

  test('needs no login, no cookie and no form: a POST with any body unsubscribes', async () => {
    for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'text/plain' }, {}]) {
      const { id, leavePath } = await newSubscription(api.rows, 'confirmed');
      expect((await pageOf('POST', leavePath, '{"a": \u0000', headers)).status).toBe(200);
      expect(await read(id)).toMatchObject({ state: 'left', left_reason: 'page' });
    }
  });
});

describe('a token', () => {
  test('for one purpose does not work for the other', async () => {
    const { id, confirmPath, leavePath } = await newSubscription(api.rows, 'confirmed');
    const token = (path: string) => path.split('?')[1] ?? '';
    const swapped = [
      `/api/newsletter/leave?${token(confirmPath)}`,
      `/api/newsletter/confirm?${token(leavePath)}`,
    ];
    for (const path of swapped)
      for (const method of ['GET', 'POST']) expect((await pageOf(method, path)).status).toBe(404);
    expect(await read(id)).toMatchObject({ state: 'confirmed' });
  });

  test('that was changed, is missing, or names a deleted subscription gets a page with 404', async () => {
    const { id, leavePath } = await newSubscription(api.rows, 'confirmed');
    const { id: otherId } = await newSubscription(api.rows, 'confirmed');
    const token = leavePath.split('=')[1] ?? '';
    const { leavePath: deleted } = linkPaths('00000000-0000-7000-8000-000000000000');
    const tokens = [
      '',
      '.',
      id,
      `${token}x`,
      token.replace(id, otherId),
      `${token}${'x'.repeat(10_000)}`,
      '%00',
      '%C3',
      '%22%3E%3Cscript%3E',
    ];
    for (const path of [
      deleted,
      '/api/newsletter/leave',
      ...tokens.map((sent) => `/api/newsletter/leave?token=${sent}`),
    ])
      for (const method of ['GET', 'POST']) {
        const { status, page } = await pageOf(method, path);
        expect([path, status]).toEqual([path, 404]);
        expect(page).toContain('This link isn’t valid anymore.');
        expect(page).not.toContain('<script');
      }
    expect(await read(id)).toMatchObject({ state: 'confirmed' });
  });

  test('and the address of its subscription are not logged', async () => {
    const { id, email, confirmPath, leavePath } = await newSubscription(api.rows, 'asked');
    for (const path of [confirmPath, leavePath])
      for (const method of ['GET', 'POST']) await api.call(method, path);
    const log = JSON.stringify(api.log);
    for (const secret of [id, email]) expect(log).not.toContain(secret);
  });
});
