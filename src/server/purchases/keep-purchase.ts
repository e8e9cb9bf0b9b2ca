import { uuidv7 } from 'uuidv7';
import { type Books, purchaseIn, type PurchaseRow, wasActive, withChanged } from './books.ts';
import { normaliseEmail } from './normalise-email.ts';
import type { ConfirmedPurchase } from './purchase.ts';

/**
 * The affiliate of a code. One that travelled with the order names its affiliate whatever they are; whether they earn is seen
 * at each payment. One that the buyer reported has to be an active affiliate's: another's may be reported yet.
 */
const referralOf = (
  books: Books,
  found: ConfirmedPurchase,
  reportedCode: string | null,
): Pick<PurchaseRow, 'affiliateCode' | 'affiliateId'> => {
  const affiliateCode = found.code ?? reportedCode;
  const affiliateId = books.affiliates.find(({ code }) => code === affiliateCode)?.id ?? null;
  const at = found.payments[0]?.paidAt;
  const isTheirs =
    affiliateId !== null && (found.code !== null || (at !== undefined && wasActive(books, affiliateId, at)));
  return { affiliateCode, affiliateId: isTheirs ? affiliateId : null };
};

const ended: readonly PurchaseRow['state'][] = ['completed', 'cancelled', 'expired'];

/**
 * The provider was asked before anybody else was kept from writing: an older answer must not undo a newer one. Its own time
 * of the change decides; within the same second, who asked later.
 */
const isNewer = (row: PurchaseRow, { stateAt, stateAskedAt }: ConfirmedPurchase): boolean => {
  if (!stateAt || !stateAskedAt || !row.stateAt || !row.stateAskedAt) return true;
  const apart = stateAt.getTime() - row.stateAt.getTime();
  return apart > 0 || (apart === 0 && stateAskedAt > row.stateAskedAt);
};

const stateChange = (row: PurchaseRow, found: ConfirmedPurchase): Partial<PurchaseRow> => {
  if (ended.includes(row.state) || found.state === 'pending' || !isNewer(row, found)) return {};
  const { state, stateAt, stateAskedAt } = found;
  const isSame = state === row.state && stateAt?.getTime() === row.stateAt?.getTime();
  return isSame ? {} : { state, stateAt, stateAskedAt };
};

/**
 * A code that is reported later than a day after the purchase is somebody else's afterthought, and the admin's word
 * on whose purchase it is stands.
 */
const isOpenToCode = (row: PurchaseRow, now: Date): boolean =>
  row.reattributedAt === null && now.getTime() - row.createdAt.getTime() < 24 * 60 * 60 * 1_000;

/** A purchase as it is written first. */
const newPurchase = (
  { providerId, type, planId, state, stateAt, stateAskedAt, amountCents, payer }: ConfirmedPurchase,
  referral: Pick<PurchaseRow, 'affiliateCode' | 'affiliateId'>,
  now: Date,
): PurchaseRow => ({
  id: uuidv7(),
  ...{ providerId, type, planId, state, stateAt, stateAskedAt, amountCents },
  payerId: payer.id,
  payerEmail: payer.email,
  payerEmailKey: payer.email && normaliseEmail(payer.email),
  ...referral,
  reattributedAt: null,
  createdAt: now,
  version: 1,
});

/**
 * Books with the purchase: written now, or by an earlier call whose missing parts are filled in. One that failed is not
 * written anew.
 */
export const keepPurchase = (
  books: Books,
  found: ConfirmedPurchase,
  { reportedCode, now }: { readonly reportedCode: string | null; readonly now: Date },
): Books => {
  const referral = referralOf(books, found, reportedCode);
  const row = purchaseIn(books, found.providerId);
  if (!row)
    return found.state === 'failed'
      ? books
      : { ...books, purchases: [...books.purchases, newPurchase(found, referral, now)] };
  const changes = {
    ...stateChange(row, found),
    ...(row.affiliateId === null && referral.affiliateId !== null && isOpenToCode(row, now) && referral),
  };
  if (Object.keys(changes).length === 0) return books;
  const changed = { ...row, ...changes, version: row.version + 1 };
  return { ...books, purchases: withChanged(books.purchases, changed) };
};
