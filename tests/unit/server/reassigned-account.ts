import type { BuyerAccount } from '../../../src/server/purchases/buyer-account.ts';
import { postCommission } from '../../../src/server/purchases/post-commission.ts';
import { reassignPurchase } from '../../../src/server/purchases/reattribute-purchase.ts';
import { ada, buyerWith, day, purchase } from './buyer-scene.ts';

/** When it is given. */
export const now = day(20);
/** Active at no time. */
export const eve = { ...ada, id: 'eve', code: 'eve0001', email: 'eve@mail.example' };
/** BuyerAccount of two affiliates, whose ledger says what is known: Eve was not active when anything was paid. */
export const settled = (rows: Partial<BuyerAccount> = {}): BuyerAccount => {
  const buyer = buyerWith({ affiliates: [ada, eve], ...rows });
  return postCommission(buyer, buyer.purchases[0] ?? purchase, now);
};
/** The buyer once their first purchase is given to Eve. */
export const give = (
  buyer: BuyerAccount,
  told: Partial<Parameters<typeof reassignPurchase>[2]> = {},
): BuyerAccount =>
  reassignPurchase(buyer, buyer.purchases[0] ?? purchase, { target: eve, source: 'AUDIT', now, ...told });
