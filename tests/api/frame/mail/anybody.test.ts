import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { inProject } from '../../../../stack/paths.ts';
import { routes } from '../../../call-names.ts';
import { signIn } from '../../accounts.ts';
import { newSubscription, paidOrder, track } from '../../buyer.ts';
import { fixtures } from '../db/fixtures.ts';
import type { CallArguments } from '../../example-request.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import type { Row } from '../../harness.ts';
import { paypalCalls, prepareCall, workingCalls } from '../openapi/working-calls.ts';
import { openSession } from '../../portal-sessions.ts';
import { type Shop, startShop } from '../../shop.ts';
import { renderStored } from './mail-rows.ts';

let shop: Shop;
let admin: string;
beforeAll(async () => {
  [shop, admin] = await Promise.all([startShop(), signIn('admin')]);
});
afterAll(() => shop.close());

/** The table of docs/security.md: the most mails of a kind to one address in the time of this test. */
const rowPattern = /^\| `([a-z-]+)` +\| (\d+)(?= )/gm;
const [, section = ''] = readFileSync(inProject('docs/security.md'), 'utf8').split(
  '## Mails that anybody can cause',
);
const mostMails = new Map(
  [...section.matchAll(rowPattern)].map(([, kind = '', most = '']) => [kind, Number(most)]),
);

/** The words of a stranger: a link that mail programs recognize, and a phone number. */
const words = 'https://evil.example CALL +1 900';
const looksTyped = /evil|CALL|\+1 ?900/;

const openCalls = routes
  .filter(({ access }) => access === 'public' || access === 'buyer')
  .map(({ method, path }) => `${method} ${path}`)
  .filter((call) => !paypalCalls.includes(call));

/** Fills every text of a request, with the victim's address as the email. Tokens, steps, kinds and passwords stay. */
function fill(value: unknown, name: string, victim: string, turn: number): unknown {
  if (Array.isArray(value)) return value.map((item) => fill(item, name, victim, turn));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, fill(item, key, victim, turn)]),
    );
  if (typeof value !== 'string' || ['token', 'step', 'kind', 'newPassword'].includes(name)) return value;
  return name === 'email' ? victim : `${words} ${String(turn)}`;
}

function asStranger(
  [method, path, body, options = {}]: CallArguments,
  victim: string,
  turn: number,
): CallArguments {
  const sent = options.headers ?? {};
  const isForm = sent['content-type']?.includes('urlencoded') ?? false;
  const filled = isForm
    ? new URLSearchParams(
        fill(Object.fromEntries(new URLSearchParams(String(body))), '', victim, turn) as Record<
          string,
          string
        >,
      ).toString()
    : fill(body, '', victim, turn);
  const headers = { ...sent, 'user-agent': words, referer: 'http://site.example/evil-CALL' };
  return [method, path, sent['svix-id'] === undefined ? filled : body, { headers }];
}

const allMails = () => shop.rows('select id, kind, address, data from mails');

/** Makes the request with a stranger's words, eight times if it mails, and returns the mails that it caused. */
async function mailsOf(call: string): Promise<Row[]> {
  const victim = newEmail('victim');
  await fixtures(shop.rows).purchase({ payer_email: victim, payer_email_key: victim });
  const caused: Row[] = [];
  for (let turn = 1; turn <= 8 && (turn === 1 || caused.length > 0); turn += 1) {
    const request = asStranger(
      await prepareCall({ ...workingCalls({ api: shop, admin }), ...moreCalls }, call),
      victim,
      turn,
    );
    const before = new Set((await allMails()).map(({ id }) => id));
    await shop.call(...request);
    caused.push(...(await allMails()).filter(({ id }) => !before.has(id)));
  }
  return caused;
}

/** The newsletter's form of `POST /api/customers`. */
const moreCalls = {
  newsletter: (): CallArguments => [
    'POST',
    '/api/customers',
    { email: newEmail(), name: 'Ann', newsletter: true },
  ],
};

function expectAllowed(mails: readonly Row[]): void {
  for (const mail of mails) {
    const { subject, text, html } = renderStored(mail);
    expect(`${subject}\n${text}\n${html}`, String(mail.kind)).not.toMatch(looksTyped);
  }
  for (const [name, group] of Map.groupBy(
    mails,
    ({ kind, address }) => `${String(kind)} to ${String(address)}`,
  ))
    expect(group.length, name).toBeLessThanOrEqual(mostMails.get(String(group[0]?.kind)) ?? 0);
}

const seen = new Set<unknown>();

test.each([...openCalls, 'newsletter'])(
  '%s mails no stranger’s words, and no more than allowed',
  async (call) => {
    const mails = await mailsOf(call);
    expectAllowed(mails);
    for (const { kind } of mails) seen.add(kind);
  },
);

test('payments, refunds and cancellations mail each address once, without typed words', async () => {
  const [payer, typed] = [`CALL-${unique()}@evil.example`, newEmail('typed')];
  const { code, email: affiliate } = await newAffiliate(shop.rows);
  const orderId = await paidOrder(shop, { email: payer, code });
  await track(shop, orderId, { email: typed, affiliateCode: words });
  await track(shop, orderId, { email: newEmail('other') });
  const capture = Object.values(shop.paypal.state().captures).find((row) => row.orderId === orderId);
  await shop.provider('POST', `/v2/payments/captures/${String(capture?.id)}/refund`, {
    note_to_payer: words,
  });
  await paidOrder(shop, { email: payer });
  await paidOrder(shop, { email: payer });
  const subscription = await newSubscription(shop, { email: payer });
  await shop.paypal.idle();
  const list = await shop.call('GET', '/api/portal/purchases', undefined, {
    headers: await openSession(shop.rows, payer),
  });
  const { purchases } = z
    .object({ purchases: z.array(z.object({ id: z.string(), order_id: z.string() })) })
    .parse(list.body);
  const id = purchases.find(({ order_id }) => order_id === subscription)?.id ?? '';
  await shop.call('POST', `/api/portal/purchases/${id}/cancel`, undefined, {
    headers: await openSession(shop.rows, payer),
  });
  await shop.paypal.idle();
  const mails = await shop.rows(
    'select kind, address, data, subject_id from mails where address = any ($1)',
    [[payer, typed, affiliate]],
  );
  for (const mail of mails) seen.add(mail.kind);
  for (const group of Map.groupBy(mails, ({ subject_id }) => subject_id).values()) expectAllowed(group);
});

test('docs/security.md lists each kind of these mails', () => {
  expect([...seen].sort()).toEqual([...mostMails.keys()].sort());
});
