import { expect, test } from 'vitest';
import { unique } from '../../factories.ts';
import { payoutScene } from './payout-calls.ts';
import { payable } from '../statements/ledger-maker.ts';
import { mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';

const { scene, post, close, approve } = payoutScene();

/** Creates an affiliate with a commission in August 2025, and optional mails that are switched off. */
const newEarner = async (cents: number, muted: readonly string[] = []) => {
  const earner = await payable(scene.api.rows, { payoutEmail: `pay-${unique()}@mail.example` });
  await scene.api.rows('update affiliates set muted_mails = $2 where id = $1', [earner.id, muted]);
  await earner.earn('2025-08-05T00:00:00Z', cents);
  const payoutId = async () => String((await earner.payouts())[0]?.id);
  const mails = (kind: string) =>
    mailsTo(scene.api.rows, earner.email).then((all) => all.filter((mail) => mail.kind === kind));
  return { ...earner, payoutId, mails };
};

test('closing a month sends each open affiliate one mail about the statement', async () => {
  const [paid, carried] = [await newEarner(100_00), await newEarner(99_99)];
  const [muted, closed] = [await newEarner(100_00, ['statement-ready']), await newEarner(5_00)];
  await scene.api.rows(
    'update affiliates set email = null, date_activated = null, closed_at = now() where id = $1',
    [closed.id],
  );
  await Promise.all([close('2025-08'), close('2025-08')]);
  const [mail, ...others] = await paid.mails('statement-ready');
  expect(others).toEqual([]);
  const [statement] = await scene.api.rows('select id from statements where affiliate_id = $1', [paid.id]);
  expect(mail).toMatchObject({
    subject_id: statement?.id,
    data: { month: '2025-08', earned_cents: 100_00, paid_cents: 100_00, closing_cents: 0 },
  });
  expect(renderStored(mail).text).toContain('Payout under review: $100.00');
  const [carriedMail] = await carried.mails('statement-ready');
  expect(renderStored(carriedMail).text).toContain('Carried forward: $99.99');
  expect(await muted.mails('statement-ready')).toEqual([]);
  expect(await scene.api.rows('select count(*)::int as count from statements')).toEqual([{ count: 4 }]);
  expect(await scene.api.rows('select count(*)::int as count from mails')).toEqual([{ count: 2 }]);
});

test('a paid payout sends one mail, unless the affiliate switched this mail off', async () => {
  const earner = await newEarner(125_00);
  const [muted, other] = [await newEarner(100_00, ['payout-paid']), await newEarner(100_00)];
  await close('2025-08');
  const ids = [await earner.payoutId(), await muted.payoutId()];
  const takenBy = { id: await other.payoutId(), transactionId: 'TAKEN' };
  const items = ids.map((id) => ({ id, transactionId: `TX${unique()}`.toUpperCase() }));
  await post('paid', { items });
  expect(await earner.mails('payout-paid'), 'before the approval').toEqual([]);
  await approve([...ids, takenBy.id]);
  await post('paid', { items: [takenBy] });
  const refused = items.map((item, index) => (index === 1 ? { ...item, transactionId: 'TAKEN' } : item));
  expect((await post('paid', { items: refused })).status).toBe(409);
  expect(await earner.mails('payout-paid'), 'after a refused request').toEqual([]);
  await post('paid', { items });
  await post('paid', { items });
  const [mail, ...others] = await earner.mails('payout-paid');
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject_id: ids[0] });
  const { subject, text } = renderStored(mail);
  expect(subject).toContain('$125.00');
  expect(text).toContain(items[0]?.transactionId ?? 'missing');
  expect(await muted.mails('payout-paid')).toEqual([]);
});

test('a rejected payout always sends a mail with the reason', async () => {
  const earner = await newEarner(125_00, ['first-sale', 'statement-ready', 'payout-paid']);
  await close('2025-08');
  const reject = async () => post('reject', { ids: [await earner.payoutId()], reason: 'Wrong address' });
  await reject();
  await reject();
  const [mail, ...others] = await mailsTo(scene.api.rows, earner.email);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ kind: 'payout-rejected', subject_id: await earner.payoutId() });
  const { text } = renderStored(mail);
  expect(text).toContain('$125.00 for August 2025');
  expect(text).toContain('Our reason: Wrong address');
});
