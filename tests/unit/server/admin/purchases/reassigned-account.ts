import type { BuyerAccount } from '../../../../../src/server/money/purchases/buyer-account.ts';
import { postCommission } from '../../../../../src/server/money/purchases/post-commission.ts';
import { reassignPurchase } from '../../../../../src/server/admin/purchases/reattribute-purchase.ts';
import { ada, buyerWith, day, purchase } from '../../money/purchases/buyer-scene.ts';

/** The moment of the re-attribution. */
export const now = day(20);
/** An affiliate who was never active. */
export const eve = { ...ada, id: 'eve', code: 'eve0001', email: 'eve@mail.example' };
/** Returns an account with the affiliates Ada and Eve and a complete ledger. Eve was never active. */
export const creditedAccount = (rows: Partial<BuyerAccount> = {}): BuyerAccount => {
  const buyer = buyerWith({ affiliates: [ada, eve], ...rows });
  return postCommission(buyer, buyer.purchases[0] ?? purchase, now);
};
/** Returns the account after the first purchase was re-attributed to Eve. */
export const reattribute = (
  buyer: BuyerAccount,
  changes: Partial<Parameters<typeof reassignPurchase>[2]> = {},
): BuyerAccount =>
  reassignPurchase(buyer, buyer.purchases[0] ?? purchase, { target: eve, source: 'AUDIT', now, ...changes });
