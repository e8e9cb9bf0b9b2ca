import { type SigningKey, signWith } from './signing-key.ts';

/** The facts of a license. Days are `YYYY-MM-DD`, UTC. */
export interface LicenseFacts {
  readonly id: string;
  readonly product: string;
  readonly planId: string;
  readonly orderId: string;
  readonly issuedOn: string;
  /** The last day whose releases the license covers. */
  readonly coversUntil: string;
  /** At most 60 characters, so that mail programs do not break the line. Our own licenses have none, because we know none. */
  readonly name?: string | undefined;
}

/** Returns a license as the text of `kithbook-license.txt`. Every line is short enough for a mail. */
export function writeLicense(facts: LicenseFacts, key: SigningKey): string {
  const text = [
    `License: ${facts.id}`,
    `Product: ${facts.product}`,
    `Plan: ${facts.planId}`,
    `Order: ${facts.orderId}`,
    `Issued: ${facts.issuedOn}`,
    `Covers releases until: ${facts.coversUntil}`,
    ...(facts.name === undefined ? [] : [`Name: ${facts.name}`]),
    `Key: ${key.id}`,
    '',
  ].join('\n');
  const signature = signWith(key, `kithbook-license-1\n${text}`);
  return [
    '-----BEGIN KITHBOOK LICENSE-----',
    `${text}Signature:`,
    signature.slice(0, signature.length / 2),
    signature.slice(signature.length / 2),
    '-----END KITHBOOK LICENSE-----',
    '',
  ].join('\n');
}
