import { beforeAll, expect, test } from 'vitest';
import { readCertificates, signingCertificate } from '../../../src/server/paypal/webhook-signature.ts';
import { createCertificates } from '../../../stack/paypal/webhooks/signing.ts';

const host = 'messageverificationcerts.paypal.com';
const year = 365 * 24 * 60 * 60 * 1_000;

let own: { leaf: string; ca: string };
beforeAll(async () => {
  own = await createCertificates();
});

const findFingerprint = (pem: string, name = host, now = Date.now()) =>
  signingCertificate(readCertificates(pem), name, now)?.fingerprint256;
const leaf = () => readCertificates(own.leaf)[0]?.fingerprint256;

test('finds PayPal’s certificate with and without the certificates of its issuers', () => {
  expect(leaf()).toMatch(/^[0-9A-F:]{95}$/);
  for (const pem of [own.leaf, own.leaf + own.ca, own.ca + own.leaf])
    expect(findFingerprint(pem)).toBe(leaf());
});

test.each([
  ['for another name', () => findFingerprint(own.leaf, 'messageverificationcerts.sandbox.paypal.com')],
  ['for its parent domain', () => findFingerprint(own.leaf, 'paypal.com')],
  ['if it is a CA', () => findFingerprint(own.ca)],
  ['that is not valid yet', () => findFingerprint(own.leaf, host, Date.now() - year)],
  ['that has expired', () => findFingerprint(own.leaf, host, Date.now() + 11 * year)],
])('finds no certificate %s', (_case, find) => {
  expect(find()).toBeUndefined();
});

test('throws for a text without a certificate', () => {
  expect(() => readCertificates('no certificate')).toThrow('no certificate');
});
