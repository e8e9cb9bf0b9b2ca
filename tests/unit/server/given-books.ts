import type { Books } from '../../../src/server/purchases/books.ts';
import { bringLedger } from '../../../src/server/purchases/bring-ledger.ts';
import { givePurchase } from '../../../src/server/purchases/give-purchase.ts';
import { ada, booksWith, day, purchase } from './books-scene.ts';

/** When it is given. */
export const now = day(20);
/** Active at no time. */
export const eve = { ...ada, id: 'eve', code: 'eve0001', email: 'eve@mail.example' };
/** Books of two affiliates, whose ledger says what is known: Eve was not active when anything was paid. */
export const settled = (rows: Partial<Books> = {}): Books => {
  const books = booksWith({ affiliates: [ada, eve], ...rows });
  return bringLedger(books, books.purchases[0] ?? purchase, now);
};
/** The books once their first purchase is given to Eve. */
export const give = (books: Books, told: Partial<Parameters<typeof givePurchase>[2]> = {}): Books =>
  givePurchase(books, books.purchases[0] ?? purchase, { target: eve, source: 'AUDIT', now, ...told });
