import { site } from './site.ts';

type Seller = Readonly<Record<keyof typeof site.seller, string>>;

/** The seller's name and postal address, one line each. */
export const sellerLines: readonly string[] = [
  site.seller.name,
  site.seller.street,
  site.seller.town,
  site.seller.country,
];

/** True while a detail of the seller is empty or invented. */
export function isSellerInvented(seller: Seller = site.seller): boolean {
  return Object.values(seller).some(isInventedName);
}

/** True for a name or a detail that is empty or left from the example. */
export function isInventedName(text: string): boolean {
  return text.trim() === '' || /\bexample/i.test(text);
}
