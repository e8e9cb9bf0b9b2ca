import { createPublicKey, verify } from 'node:crypto';

/**
 * The answer of a check. `valid`: the license covers the release. `expired`: it is genuine, and the release is newer than
 * the releases that it covers. `revoked`: it is in the list of revoked licenses.
 */
export type LicenseAnswer =
  | 'valid'
  | 'expired'
  | 'revoked'
  | 'other-product'
  | 'altered'
  | 'unknown-key'
  | 'unreadable';

/** The facts with which a license is compared. `releasedOn` is the day of the release, `YYYY-MM-DD`, UTC. */
export interface LicenseCheck {
  readonly product: string;
  /** Public keys, 32 bytes in base64url each, by key id. */
  readonly keys: ReadonlyMap<string, string>;
  readonly revokedIds: ReadonlySet<string>;
  readonly releasedOn: string;
}

const labels = ['License', 'Product', 'Plan', 'Order', 'Issued', 'Covers releases until', 'Name', 'Key'];

/** Returns the fields of the first license in a file or a mail, the signed text, and the signature. Null without a license. */
export function readLicense(file: Uint8Array) {
  const lines = new TextDecoder()
    .decode(file)
    .normalize('NFC')
    .split(/[\r\n]/)
    // Mail programs quote with ">", indent, add empty lines, and double or replace spaces.
    .map((line) => line.replaceAll(/[ \t\u00a0]+/g, ' ').replaceAll(/^[ >]+| $/g, ''))
    .filter((line) => line !== '');
  const begin = lines.findIndex((line) => line.includes('BEGIN KITHBOOK LICENSE'));
  const middle = lines.indexOf('Signature:', begin);
  const end = lines.findIndex((line, index) => index > middle && line.includes('END KITHBOOK LICENSE'));
  if (begin === -1 || middle === -1 || end === -1) return null;
  const signed = lines.slice(begin + 1, middle);
  const fields = new Map(signed.map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]));
  const expected = labels.filter((label) => label !== 'Name' || fields.has('Name'));
  if (signed.length !== expected.length || [...fields.keys()].join() !== expected.join()) return null;
  return { fields, text: signed.join('\n'), signature: lines.slice(middle + 1, end).join('') };
}

/** Checks the first license in a file or a mail. The rules are in docs/license-format.md. */
export function checkLicense(file: Uint8Array, check: LicenseCheck): LicenseAnswer {
  const license = readLicense(file);
  if (!license) return 'unreadable';
  const { fields, text, signature } = license;
  const x = check.keys.get(fields.get('Key') ?? '');
  if (x === undefined) return 'unknown-key';
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const bytes = Buffer.from(signature, 'base64');
  // Base64 has several spellings of the same bytes. Only the usual one counts.
  if (bytes.toString('base64') !== signature) return 'altered';
  if (!verify(null, Buffer.from(`kithbook-license-1\n${text}\n`), key, bytes)) return 'altered';
  if (fields.get('Product') !== check.product) return 'other-product';
  if (check.revokedIds.has(fields.get('License') ?? '')) return 'revoked';
  return check.releasedOn <= (fields.get('Covers releases until') ?? '') ? 'valid' : 'expired';
}
