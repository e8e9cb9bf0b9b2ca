import { and, inArray, isNull, ne, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { dayOf } from '../../../shared/dates.ts';
import { yearAfter } from '../../../shared/paid-until.ts';
import { site } from '../../../shared/site.ts';
import type { Context } from '../../frame/context/context.ts';
import { licenses } from '../../frame/db/schema/licenses.ts';
import { builder } from '../../frame/db/sql.ts';
import { readSigningKey } from '../licenses/signing-key.ts';
import { writeLicense } from '../licenses/write-license.ts';
import { type BuyerAccount, buyersPurchases, hasArrived, type PaymentRow } from './buyer-account.ts';
import { isPaidBack } from './refunds-and-disputes.ts';

/**
 * Statements that give a license to each payment whose money has just arrived, and revoke the licenses of payments that have just
 * gone back. They run after the statements of the change, in its transaction. If a one-time payment goes back, the years of the
 * buyer's other ones may begin earlier: a license that covers more is replaced. A won dispute puts the license back.
 */
export function issueLicenses(
  context: Pick<Context, 'settings' | 'now'>,
  before: BuyerAccount,
  after: BuyerAccount,
): readonly SQL[] {
  const changed = after.payments.filter(({ id }) => isPaid(before, id) !== isPaid(after, id));
  const arrived = changed.filter(({ id }) => isPaid(after, id));
  const gone = changed.filter(({ id }) => !isPaid(after, id));
  const affectedIds = new Set(gone.flatMap((payment) => siblings(after, payment)).map(({ id }) => id));
  const affected = byDay(after.payments.filter(({ id }) => affectedIds.has(id) && isPaid(before, id)));
  return [
    ...(gone.length > 0 ? [revokeLicenses(context, gone)] : []),
    ...affected.flatMap((payment, index) => issueLicense(context, after, payment, affected.slice(0, index))),
    // The order of recording counts, because PayPal may report the later payment first.
    ...arrived.flatMap((payment) => {
      const earlier = siblings(after, payment).filter(({ id }) => isPaid(before, id));
      return issueLicense(context, after, payment, byDay(earlier));
    }),
  ];
}

/** True if a payment's money arrived, and not all of it went back. */
function isPaid(account: BuyerAccount, paymentId: string): boolean {
  const payment = account.payments.find(({ id }) => id === paymentId);
  return !!payment && hasArrived(payment) && !isPaidBack(account, payment);
}

/** Returns the paid one-time payments of the buyer of a one-time payment, without this one. */
function siblings(account: BuyerAccount, payment: PaymentRow): readonly PaymentRow[] {
  const purchase = account.purchases.find(({ id }) => id === payment.purchaseId);
  if (purchase?.type !== 'one-time') return [];
  const oneTimeIds = buyersPurchases(account, purchase)
    .filter(({ type }) => type === 'one-time')
    .map(({ id }) => id);
  return account.payments.filter(
    ({ id, purchaseId }) => id !== payment.id && oneTimeIds.includes(purchaseId) && isPaid(account, id),
  );
}

function byDay(payments: readonly PaymentRow[]): readonly PaymentRow[] {
  return payments.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
}

/** Revokes the other licenses of a payment, and inserts the one that covers its year. The year begins after those of `earlier`. */
function issueLicense(
  { settings, now }: Pick<Context, 'settings' | 'now'>,
  { purchases }: BuyerAccount,
  payment: PaymentRow,
  earlier: readonly PaymentRow[],
): readonly SQL[] {
  const purchase = purchases.find(({ id }) => id === payment.purchaseId);
  if (!purchase) return [];
  const end = [...earlier, payment].reduce(
    (last, { paidAt }) => yearAfter(paidAt < last ? last : paidAt),
    new Date(0),
  );
  const license = { id: uuidv7(), paymentId: payment.id, coversUntil: dayOf(end) };
  const text = writeLicense(
    {
      id: license.id,
      product: site.product,
      planId: purchase.planId,
      orderId: purchase.providerId,
      issuedOn: dayOf(payment.paidAt),
      coversUntil: license.coversUntil,
    },
    readSigningKey(settings.licenseKey),
  );
  return [
    revokeLicenses({ now }, [payment], ne(licenses.coversUntil, license.coversUntil)),
    builder
      .insert(licenses)
      .values({ ...license, text })
      .onConflictDoUpdate({
        target: [licenses.paymentId, licenses.coversUntil],
        set: { revokedAt: null },
      })
      .getSQL(),
  ];
}

function revokeLicenses(
  { now }: Pick<Context, 'now'>,
  payments: readonly PaymentRow[],
  condition?: SQL,
): SQL {
  const paymentIds = payments.map(({ id }) => id);
  return builder
    .update(licenses)
    .set({ revokedAt: now })
    .where(and(inArray(licenses.paymentId, paymentIds), isNull(licenses.revokedAt), condition))
    .getSQL();
}
