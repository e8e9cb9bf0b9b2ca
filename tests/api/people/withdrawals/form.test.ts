import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../../src/shared/limits.ts';
import { newWithdrawal } from '../../factories.ts';
import { type Api, startApi } from '../../harness.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ now: () => new Date('2026-11-05T09:30:00Z') });
});
afterAll(() => api.close());

/** Sends the form, and returns the answer with the page in one line. */
async function send(fields: Readonly<Record<string, string>>, address?: string) {
  const { status, headers, body } = await api.call(
    'POST',
    '/api/withdrawals/form',
    new URLSearchParams(fields).toString(),
    {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...(address !== undefined && { address }),
    },
  );
  expect(headers.get('content-type')).toMatch(/^text\/html/);
  expect(headers.get('cache-control')).toBe('no-store');
  return { status, headers, page: inOneLine(body) };
}

const inOneLine = (page: unknown) => String(page).replaceAll(/\s+/g, ' ');

const titleOf = (page: string) => /<title>(.*?)<\/title>/.exec(page)?.[1];
/** The text fields of the form, or the hidden fields of the check. */
const inputs = (page: string) =>
  [...page.matchAll(/<input (?![^>]*name="kind")[^>]*>/g)].map(([input]) => ({
    name: /name="([^"]*)"/.exec(input)?.[1],
    value: /value="([^"]*)"/.exec(input)?.[1],
    isHidden: input.includes('type="hidden"'),
    isInvalid: input.includes('aria-invalid="true"'),
    hasFocus: input.includes('autofocus'),
  }));
const chosenKinds = (page: string) =>
  [...page.matchAll(/<input type="radio" name="kind" value="([a-z-]+)" checked/g)].map(([, kind]) => kind);
const stored = (email: string) =>
  api.rows('select kind::text, name, order_number from withdrawals where email = $1', [email]);

describe('the withdrawal form', () => {
  test('first shows the request for a check, and stores nothing', async () => {
    const sent = newWithdrawal();
    const { status, page } = await send(sent);
    expect(status).toBe(200);
    expect(titleOf(page)).toMatch(/^Check your withdrawal · /);
    expect(page).toMatch(/<button [^>]*name="step" value="confirm">Confirm withdrawal<\/button>/);
    expect(inputs(page)).toMatchObject(
      [sent.name, sent.order_number, sent.email].map((value) => ({ value, isHidden: true })),
    );
    expect(await stored(sent.email)).toEqual([]);
  });

  test('then stores the withdrawal, and says when it arrived and where the mail goes', async () => {
    const sent = newWithdrawal();
    const { status, page } = await send({ ...sent, step: 'confirm' });
    expect(status).toBe(201);
    expect(page).toContain('Your withdrawal arrived on November 5, 2026, at 09:30:00 UTC.');
    expect(page).toContain(`We’ll email a confirmation to ${sent.email}`);
    expect(page).toMatch(/<dt>Reference<\/dt> <dd>W-[0-9A-F]{8}<\/dd>/);
    expect(page).toContain('If we find the purchase, we’ll refund it');
    expect(await stored(sent.email)).toEqual([
      { kind: 'withdrawal', name: sent.name, order_number: sent.order_number },
    ]);
  });

  test.each([
    [
      'cancellation',
      'I cancel the contract',
      'Cancel now',
      'Your cancellation arrived on',
      'stop it from renewing',
    ],
    ['money-back', 'I’d like a refund', 'Ask for my money back', 'Your request arrived on', 'refund it'],
  ])('of the kind %s says so on each page', async (kind, statement, button, received, next) => {
    const sent = { ...newWithdrawal({ email: 'nobody' }), kind };
    const typed = await send(sent);
    expect([typed.status, chosenKinds(typed.page)]).toEqual([422, [kind]]);
    const complete = { ...newWithdrawal(), kind };
    const check = await send(complete);
    expect(check.page).toContain(`<dd>${statement}`);
    expect(check.page).toContain(`<input type="hidden" name="kind" value="${kind}" />`);
    expect(check.page).toContain(`value="confirm">${button}</button>`);
    const { status, page } = await send({ ...complete, step: 'confirm' });
    expect([status, page.includes(received), page.includes(next)]).toEqual([201, true, true]);
    expect(await stored(complete.email)).toMatchObject([{ kind }]);
  });

  test('comes back with the typed text, so that the buyer can change it', async () => {
    const sent = newWithdrawal({ email: 'nobody' });
    const { status, page } = await send({ ...sent, step: 'change' });
    expect(status).toBe(200);
    expect(inputs(page)).toMatchObject([
      { name: 'name', value: sent.name, hasFocus: true },
      { name: 'order_number', value: sent.order_number },
      { name: 'email', value: 'nobody', isInvalid: false },
    ]);
  });

  test.each(['', 'confirm'])('shows each error at its field, with the typed text (step %j)', async (step) => {
    const { status, page } = await send({
      name: '“Carl” \u202E<b>',
      order_number: ' ',
      email: 'nobody',
      step,
    });
    expect(status).toBe(422);
    expect(titleOf(page)).toMatch(/^Error: Withdraw, cancel, or get your money back · /);
    expect(inputs(page)).toMatchObject([
      { name: 'name', value: '“Carl” &lt;b&gt;', isInvalid: false, hasFocus: false },
      { name: 'order_number', value: '', isInvalid: true, hasFocus: true },
      { name: 'email', value: 'nobody', isInvalid: true, hasFocus: false },
    ]);
    expect(page).toContain('id="order_number-error" class="field-error">Enter the order number<');
    expect(page).toContain('id="email-error" class="field-error">Please enter a valid email address<');
  });

  test('that is sent too often says so, and keeps the button that sends it', async () => {
    const address = '198.51.100.8';
    for (let hit = 1; hit <= limits.perNetwork.buyers; hit += 1)
      await send({ ...newWithdrawal(), step: 'confirm' }, address);
    const sent = newWithdrawal();
    const { status, headers, page } = await send({ ...sent, step: 'confirm' }, address);
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('60');
    expect(page).toContain(
      'Too many requests. Please wait a minute and try again. Your withdrawal hasn’t been sent.',
    );
    expect(page).toContain('>Confirm withdrawal</button>');
    expect(inputs(page)).toMatchObject([{ value: sent.name }, {}, { value: sent.email }]);
    expect(await stored(sent.email)).toEqual([]);
  });

  test('is shown empty to a browser that opens its address again', async () => {
    const { status, body } = await api.call('GET', '/api/withdrawals/form');
    expect(status).toBe(200);
    expect(inputs(inOneLine(body))).toMatchObject([{ value: '' }, { value: '' }, { value: '' }]);
  });
});
