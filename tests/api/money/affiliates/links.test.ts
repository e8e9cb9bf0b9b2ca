import { addMonths, dayOf, monthOf } from '../../../../src/shared/dates.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { newConfirmedAccount, signIn } from '../../accounts.ts';
import { paidOrder, track } from '../../buyer.ts';
import { newAffiliate, newEmail, newNamedLink, unique } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';

const today = dayOf(new Date());
const thisMonth = monthOf(new Date());
let shop: Shop;
let admin: string;
beforeAll(async () => {
  shop = await startShop();
  admin = await signIn('admin');
});
afterAll(() => shop.close());

const path = '/api/affiliates/links';
const linkShape = z.object({ code: z.string(), label: z.nullable(z.string()), is_deleted: z.boolean() });
const month = z.object({
  month: z.string(),
  clicks: z.number(),
  purchases: z.number(),
  earned_cents: z.number(),
});
const reportShape = z.object({ links: z.array(linkShape.extend({ months: z.array(month) })) });

const newMember = async (activeFrom?: string | null) => {
  const { email, token } = await newConfirmedAccount();
  const affiliate = await newAffiliate(shop.rows, { email, ...(activeFrom !== undefined && { activeFrom }) });
  const call = (method: string, suffix = '', body?: unknown) =>
    shop.call(method, path + suffix, body, { token });
  const create = async (label: string) => linkShape.parse((await call('POST', '', { label })).body);
  const report = async () => reportShape.parse((await call('GET')).body).links;
  return { ...affiliate, call, create, report };
};
const click = (code: unknown) => shop.call('POST', '/api/referral', { code });
const clicksOf = (code: string) =>
  shop.rows('select day::text, clicks from link_clicks where code = $1 order by day', [code]);
const buy = async (code: string) => {
  const orderId = await paidOrder(shop, { code });
  await track(shop, orderId);
  return orderId;
};

test('a purchase through a named link earns its commission, and the report shows it', async () => {
  const { code, create, report, call } = await newMember();
  const link = await create('Video');
  expect(link).toMatchObject({ label: 'Video', is_deleted: false });
  expect((await click(link.code)).headers.getSetCookie()[0]).toContain(`affiliate_code=${link.code};`);
  await click(link.code);
  await buy(link.code);
  await buy(code);

  const none = { clicks: 0, purchases: 0, earned_cents: 0 };
  const [own, named] = await report();
  expect([own?.code, own?.label, named?.code, named?.label]).toEqual([code, null, link.code, 'Video']);
  expect(own?.months.at(-1)).toEqual({ month: thisMonth, ...none, purchases: 1, earned_cents: 600 });
  expect(named?.months).toHaveLength(12);
  expect(named?.months[0]).toEqual({ month: addMonths(thisMonth, -11), ...none });
  expect(named?.months.at(-1)).toEqual({ month: thisMonth, clicks: 2, purchases: 1, earned_cents: 600 });

  const csv = String((await call('GET', '?format=csv')).body).split(/\r?\n/);
  expect(csv[0]?.replace('\uFEFF', '')).toBe(
    'month,link,code,clicks,purchases,conversion_percent,commission_usd',
  );
  expect(csv[2]).toBe(`${thisMonth},Video,${link.code},2,1,50,6.00`);
});

describe('clicks', () => {
  test('twenty clicks at once count twenty', async () => {
    const { code } = await newMember();
    await Promise.all(Array.from({ length: 20 }, () => click(code)));
    expect(await clicksOf(code)).toEqual([{ day: today, clicks: 20 }]);
  });

  test('an inactive affiliate’s code sets the cookie and counts nothing', async () => {
    const { code } = await newMember(null);
    expect((await click(code)).headers.getSetCookie()).toHaveLength(1);
    expect(await clicksOf(code)).toEqual([]);
  });
});

describe('named links', () => {
  test('have different labels, which can be changed', async () => {
    const { create, call } = await newMember();
    const video = await create('Video');
    await create('Letter');
    for (const [label, status, code] of [
      ['video', 409, 'link-label-taken'],
      [' ', 422, 'link-label-required'],
      ['x'.repeat(41), 422, 'invalid'],
    ] as const)
      expect(await call('POST', '', { label })).toMatchObject({ status, body: { code } });
    expect(await call('PUT', `/${video.code}`, { label: 'LETTER' })).toMatchObject({
      status: 409,
      body: { code: 'link-label-taken' },
    });
    expect(await call('PUT', `/${video.code}`, { label: ' Film ' })).toMatchObject({
      status: 200,
      body: { code: video.code, label: 'Film' },
    });
  });

  test('a deleted link keeps its figures, still counts and earns, and frees its label', async () => {
    const { create, call, report } = await newMember();
    const { code } = await create('Video');
    expect((await call('DELETE', `/${code}`)).status).toBe(204);
    expect((await call('DELETE', `/${code}`)).status).toBe(404);
    await click(code);
    await buy(code);
    await create('Video');
    expect((await report()).find((link) => link.code === code)).toMatchObject({
      is_deleted: true,
      months: expect.arrayContaining([
        { month: thisMonth, clicks: 1, purchases: 1, earned_cents: 600 },
      ]) as unknown,
    });
  });

  test('an affiliate can have 50, also when they are made at once', async () => {
    const { code, call } = await newMember();
    await shop.rows(
      `insert into affiliate_codes (code, affiliate_id, label) select code || '-' || n, affiliate_id, 'link ' || n
       from affiliate_codes, generate_series(1, 45) as n where code = $1`,
      [code],
    );
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, number) => call('POST', '', { label: `new ${String(number)}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(5).fill(201),
      ...Array<number>(5).fill(409),
    ]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'too-many-links' });
  });

  test('only the owner changes a link, and only an active affiliate makes one', async () => {
    const [owner, other, inactive] = [await newMember(), await newMember(), await newMember(null)];
    const { code } = await owner.create('Video');
    expect((await other.call('PUT', `/${code}`, { label: 'Mine' })).status).toBe(404);
    expect((await other.call('DELETE', `/${code}`)).status).toBe(404);
    expect((await owner.call('DELETE', `/${owner.code}`)).status).toBe(404);
    expect(await inactive.call('POST', '', { label: 'Video' })).toMatchObject({
      body: { code: 'affiliate-inactive' },
    });
  });

  test('an affiliate’s code is never the code of a named link', async () => {
    const { code } = await newMember();
    const taken = await newNamedLink(shop.rows, code);
    const input = { name: 'Eve', email: newEmail(), code: taken };
    expect(await shop.call('POST', '/api/affiliates', input, { token: admin })).toMatchObject({
      status: 409,
      body: { code: 'affiliate-code-taken' },
    });
    const csv = `name,email,code\nEve,${newEmail()},${taken}`;
    expect(
      await shop.call('POST', '/api/affiliates/import', { csv, dryRun: true }, { token: admin }),
    ).toMatchObject({
      body: { valid: 0, problems: [{ row: 2, field: 'code' }] },
    });
  });

  test('an admin can assign a purchase by the code of a link', async () => {
    const [owner, other] = [await newMember(), await newMember()];
    const link = await owner.create('Video');
    const orderId = await buy(other.code);
    const [purchase] = await shop.rows('select id from purchases where provider_id = $1', [orderId]);
    const body = { code: link.code, reason: 'Came through the video' };
    const moved = await shop.call('POST', `/api/purchases/${String(purchase?.id)}/reattribute`, body, {
      token: admin,
    });
    expect(moved.status).toBe(200);
    expect((await owner.report()).find(({ code }) => code === link.code)?.months.at(-1)).toMatchObject({
      purchases: 1,
      earned_cents: 600,
    });
    // The affiliate who lost the purchase keeps both entries, which add up to nothing.
    expect((await other.report())[0]?.months.at(-1)).toMatchObject({ purchases: 0, earned_cents: 0 });
  });

  test('closing an affiliate removes the labels and keeps the codes', async () => {
    const { id, create } = await newMember();
    const { code } = await create(`Ada’s ${unique()}`);
    await buy(code);
    expect((await shop.call('DELETE', `/api/affiliates/${id}`, undefined, { token: admin })).status).toBe(
      204,
    );
    expect(await shop.rows('select label from affiliate_codes where code = $1', [code])).toEqual([
      { label: 'Deleted link' },
    ]);
    expect((await click(code)).headers.getSetCookie()).toEqual([]);
  });
});
