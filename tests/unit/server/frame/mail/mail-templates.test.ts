import { describe, expect, test } from 'vitest';
import { renderMail } from '../../../../../src/server/frame/mail/templates/layout.ts';
import {
  facts,
  heading,
  link,
  paragraph,
} from '../../../../../src/server/frame/mail/templates/mail-content.ts';
import { createMailLinks, verifyToken } from '../../../../../src/server/frame/mail/signed-links.ts';
import type { MailTemplate } from '../../../../../src/server/frame/mail/templates/template.ts';
import { mailTemplates } from '../../../../../src/server/frame/mail/templates.ts';
import { type MailKind, mailKinds } from '../../../../../src/shared/mail-kinds.ts';
import { sellerLines } from '../../../../../src/shared/seller.ts';
import { site } from '../../../../../src/shared/site.ts';

const linkSecret = 'a secret of the tests';
const links = createMailLinks({ siteUrl: 'https://site.example', linkSecret });

/** Renders a mail with sample facts, some of them changed. */
function render(kind: MailKind, changes: object = {}) {
  const { data, sample, write } = mailTemplates[kind] as MailTemplate<unknown>;
  const content = write(data.parse({ ...(sample as object), ...changes }), links);
  return { ...content, ...renderMail(content) };
}

describe.each(mailKinds)('the mail %s', (kind) => {
  test('has a short subject, a different preview, and a heading', () => {
    const { subject, preview, html } = render(kind);
    expect(subject.length).toBeGreaterThan(5);
    expect(subject.length).toBeLessThan(70);
    expect(preview).not.toBe(subject);
    expect(html.match(/<h1 /g)).toHaveLength(1);
  });

  test('has the same links in both parts, and no script, picture or style from elsewhere', () => {
    const { html, text } = render(kind);
    for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g)) {
      expect(address).toMatch(/^https:\/\//);
      expect(text).toContain(address.replaceAll('&amp;', '&'));
    }
    expect(html).not.toMatch(/<script|<img|<link|url\(|@import/);
    expect(html).toContain('prefers-color-scheme: dark');
  });
});

test('the layout escapes texts in HTML, and leaves them in the text', () => {
  const value = '<b>& "x"</b>';
  const { html, text } = renderMail({
    subject: value,
    preview: value,
    blocks: [heading(value), facts(['Name', value], ['Email', 'ada@mail.example'])],
    footer: [paragraph(value), link('Leave', 'https://site.example/?a=1&b=2')],
  });
  expect(html).not.toContain('<b>');
  expect(html).toContain('href="https://site.example/?a=1&amp;b=2"');
  expect(text).toBe(
    `${value}\n\nName:  ${value}\nEmail: ada@mail.example\n\n-- \n${value}\n\nLeave:\nhttps://site.example/?a=1&b=2\n\nKithbook\n${sellerLines.join(' · ')}\n`,
  );
});

test.each([
  ['receipt', { order_id: 'I-OTHER' }],
  ['receipt', { is_renewal: true, paid_at: '2027-11-03T09:30:00Z' }],
  ['refund', { order_id: 'I-OTHER' }],
  ['subscription-cancelled', { order_id: 'I-OTHER' }],
  ['bought-twice', { order_id: 'I-OTHER' }],
  ['payout-paid', { month: '2026-09' }],
  ['purchases-link', { asked_at: '2026-11-03T09:41:00Z' }],
  ['password-changed', { changed_at: '2026-11-03T09:30:07Z' }],
  ['second-factor-changed', { changed_at: '2026-11-03T09:30:07Z' }],
  ['address-confirmation', { change_id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f4a02' }],
  ['address-change-requested', { requested_at: '2026-11-03T09:30:07Z' }],
  ['address-changed', { changed_at: '2026-11-03T09:30:07Z' }],
  ['address-restored', { restored_at: '2026-11-03T09:30:07Z' }],
  ['payment-email-changed', { changed_at: '2026-11-03T09:30:07Z' }],
  ['withdrawal-received', { withdrawal_id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c55' }],
] as const)('two mails %s have different subjects', (kind, changes) => {
  const before = 'is_renewal' in changes ? { is_renewal: true } : {};
  expect(render(kind, changes).subject).not.toBe(render(kind, before).subject);
});

test('a letter links to the site that sends it, and names its list', () => {
  const letter = {
    html: `<p><a href="${site.url}/buy">Buy</a> <a href="${site.url}">Home</a> <a href="${site.url}.evil.test/">No</a></p>`,
    text: `Buy (${site.url}/buy), home: ${site.url}.`,
  };
  for (const kind of ['letter', 'affiliate-letter', 'letter-test'] as const) {
    const { html, text } = render(kind, letter);
    expect(html).toContain('href="https://site.example/buy"');
    expect(html).toContain('href="https://site.example"');
    expect(html).toContain(`href="${site.url}.evil.test/"`);
    expect(text).toContain('Buy (https://site.example/buy), home: https://site.example.');
  }
  expect(render('letter').headers?.['List-Id']).toBe('Kithbook newsletter <newsletter.site.example>');
  expect(render('affiliate-letter').headers?.['List-Id']).toBe(
    'Kithbook affiliates <affiliates.site.example>',
  );
});

test('a statement tells whether its amount is paid or carried forward', () => {
  expect(render('statement-ready').text).toContain('Payout under review: $125.00');
  const carried = render('statement-ready', { paid_cents: 0, earned_cents: 40_00, closing_cents: 40_00 });
  expect(carried.text).toContain(
    'Carried forward: $40.00\n\nThis amount is carried forward to your next statement.',
  );
});

test('a mail program that drops the styles still shows columns of facts, the mark and the button', () => {
  const { html } = render('receipt');
  const styleless = html.replace(/<style>[\s\S]*?<\/style>/, '');
  expect(styleless).toMatch(
    /<th scope="row" style="[^"]*">Plan<\/th>\s*<td style="[^"]*">Annual Subscription</,
  );
  expect(styleless).toMatch(/<td class="book" style="[^"]*border: 2px solid #192236/);
  expect(styleless).toMatch(/<a class="button" style="[^"]*background: #134ac5; color: #fdfbf5/);
});

test('a receipt names its period, the next charge, and the form to withdraw', () => {
  const { text } = render('receipt');
  expect(text).toContain(
    'Period:       November 3, 2026 to November 3, 2027\nNext charge:  $49.99 on November 3, 2027\n',
  );
  expect(text).toContain('Withdraw from this contract:\nhttps://site.example/withdraw?order=I-8WR5LT29DS3B');
  const second = { is_subscription: false, paid_until: '2028-11-03' };
  expect(render('receipt', second).text).toContain(
    'Period:       November 3, 2027 to November 3, 2028\nNext charge:  None\n',
  );
  expect(render('receipt', { renews_at: null }).text).not.toContain('Next charge');
});

test('a receipt tells how a subscription is cancelled, and that a single payment does not renew', () => {
  expect(render('receipt').text).toMatch(/renews every year until you cancel[\s\S]*\/terms#how-to-cancel/);
  expect(render('receipt', { is_renewal: true }).subject).toBe(
    'Your Kithbook subscription was renewed, November 3, 2026',
  );
  const once = render('receipt', { plan_id: 'basic', is_subscription: false, tax_cents: 5_00 }).text;
  expect(once).toContain('It doesn’t renew.');
  expect(once).toContain('Tax included: $5.00');
  expect(once).not.toContain('how-to-cancel');
});

test('a token is valid for its purpose and subject alone', () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const token = links.token('newsletter-leave', id);
  expect(verifyToken(linkSecret, 'newsletter-leave', token)).toBe(id);
  for (const [secret, purpose, changed] of [
    [linkSecret, 'newsletter-confirm', token],
    ['another secret', 'newsletter-leave', token],
    [linkSecret, 'newsletter-leave', token.replace('057.', '058.')],
    [linkSecret, 'newsletter-leave', `${token}x`],
    [linkSecret, 'newsletter-leave', ''],
    [linkSecret, 'newsletter-leave', links.token('newsletter-leave', 'no-uuid')],
  ] as const)
    expect(verifyToken(secret, purpose, changed)).toBeNull();
});
