import { beforeAll, expect, test } from 'vitest';
import {
  readCertificates,
  signingCertificate,
} from '../../../../../src/server/clients/paypal/webhook-signature.ts';
import { createCertificates } from '../../../../../stack/paypal/webhooks/signing.ts';

const host = 'messageverificationcerts.paypal.com';
const year = 365 * 24 * 60 * 60 * 1_000;

let certificates: { leaf: string; ca: string };
beforeAll(async () => {
  certificates = await createCertificates();
});

const findFingerprint = (pem: string, name = host, now = Date.now()) =>
  signingCertificate(readCertificates(pem), name, now)?.fingerprint256;
const leaf = () => readCertificates(certificates.leaf)[0]?.fingerprint256;

test('signingCertificate finds PayPal’s certificate with and without the certificates of its issuers', () => {
  expect(leaf()).toMatch(/^[0-9A-F:]{95}$/);
  const { leaf: leafPem, ca: caPem } = certificates;
  for (const pem of [leafPem, leafPem + caPem, caPem + leafPem]) expect(findFingerprint(pem)).toBe(leaf());
});

test.each([
  [
    'for another name',
    () => findFingerprint(certificates.leaf, 'messageverificationcerts.sandbox.paypal.com'),
  ],
  ['for its parent domain', () => findFingerprint(certificates.leaf, 'paypal.com')],
  ['if it is a CA', () => findFingerprint(certificates.ca)],
  ['that is not valid yet', () => findFingerprint(certificates.leaf, host, Date.now() - year)],
  ['that has expired', () => findFingerprint(certificates.leaf, host, Date.now() + 11 * year)],
])('signingCertificate finds no certificate %s', (_case, find) => {
  expect(find()).toBeUndefined();
});

test('readCertificates throws for a text without a certificate', () => {
  expect(() => readCertificates('no certificate')).toThrow('no certificate');
});
