import './reflect-metadata.ts';
import { KeyObject, randomUUID } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { Certificates } from '../state.ts';

const years = 10;

const subject = (commonName: string): string => `CN=${commonName}, O=PayPal simulator, C=US`;

/** A CA of the simulator's own and a certificate under it for signing webhooks, with its RSA key. */
export const makeCertificates = async (): Promise<Certificates> => {
  const caAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const leafAlgorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: new Uint8Array([1, 0, 1]),
    modulusLength: 2048,
  };
  const caKeys = await crypto.subtle.generateKey(caAlgorithm, true, ['sign', 'verify']);
  const leafKeys = await crypto.subtle.generateKey(leafAlgorithm, true, ['sign', 'verify']);
  const notBefore = new Date(Date.now() - 3_600_000);
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + years);
  const common = { notBefore, notAfter, signingAlgorithm: caAlgorithm };
  const usage = x509.KeyUsageFlags;
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    ...common,
    serialNumber: '01',
    name: subject('PayPal simulator CA'),
    keys: caKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(usage.keyCertSign | usage.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });
  const leaf = await x509.X509CertificateGenerator.create({
    ...common,
    serialNumber: '02',
    subject: subject('messageverificationcerts.paypal.com'),
    issuer: ca.subject,
    signingKey: caKeys.privateKey,
    publicKey: leafKeys.publicKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(usage.digitalSignature, true),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'messageverificationcerts.paypal.com' },
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });
  return {
    id: `CERT-${randomUUID().slice(0, 18)}`,
    ca: `${ca.toString('pem')}\n`,
    leaf: `${leaf.toString('pem')}\n`,
    privateKey: KeyObject.from(leafKeys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};
