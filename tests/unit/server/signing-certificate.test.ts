import { beforeAll, describe, expect, test } from 'vitest';
import { isTrustedChain, readCertificates } from '../../../src/server/vendors/payments/certificate-chain.ts';
import { makeCertificates } from '../../stack/paypal/webhooks/certificates.ts';

const host = 'messageverificationcerts.paypal.com';

let own: { leaf: string; ca: string };
let foreign: { leaf: string; ca: string };
beforeAll(async () => {
  [own, foreign] = await Promise.all([makeCertificates(), makeCertificates()]);
});

const isTrusted = (
  pem: string,
  { roots = own.ca, name = host, now = Date.now() }: { roots?: string; name?: string; now?: number } = {},
) => isTrustedChain(readCertificates(pem), { host: name, roots: readCertificates(roots) }, now);

test('a chain that leads up to a trusted authority is trusted, with or without the authority in it', () => {
  expect(isTrusted(own.leaf + own.ca)).toBe(true);
  expect(isTrusted(own.leaf)).toBe(true);
});

describe('not trusted is', () => {
  test('a chain of somebody else’s authority, also one that claims the same name', () => {
    expect(isTrusted(foreign.leaf + foreign.ca)).toBe(false);
    expect(isTrusted(foreign.leaf + own.ca)).toBe(false);
    expect(isTrusted(foreign.leaf)).toBe(false);
  });

  test('a chain that leads up to none of the authorities that the runtime trusts', () => {
    expect(isTrustedChain(readCertificates(own.leaf + own.ca), { host }, Date.now())).toBe(false);
  });

  test('a certificate for another name', () => {
    expect(isTrusted(own.leaf + own.ca, { name: 'messageverificationcerts.sandbox.paypal.com' })).toBe(false);
    expect(isTrusted(own.leaf + own.ca, { name: 'paypal.com' })).toBe(false);
    expect(isTrusted(own.ca)).toBe(false);
  });

  test('a chain in the wrong order, one issued by what is no authority, and none at all', () => {
    expect(isTrusted(own.ca + own.leaf)).toBe(false);
    expect(isTrusted(own.leaf + own.leaf + own.ca)).toBe(false);
    expect(isTrusted(own.leaf + foreign.ca + own.ca)).toBe(false);
    expect(isTrusted('')).toBe(false);
  });

  test('a certificate before and after its time', () => {
    const year = 365 * 24 * 60 * 60 * 1_000;
    expect(isTrusted(own.leaf + own.ca, { now: Date.now() - year })).toBe(false);
    expect(isTrusted(own.leaf + own.ca, { now: Date.now() + 11 * year })).toBe(false);
  });
});
