import { createSign, createVerify, X509Certificate, KeyObject, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { SimulatorContext } from '../simulator-context.ts';
import './reflect-metadata.ts';
import * as x509 from '@peculiar/x509';
import type { Certificates } from '../state.ts';

export interface Transmission {
  id: string;
  time: string;
  webhookId: string;
  body: string;
}

/** Returns the URL of the certificate that verifies the signatures. */
export function certificateUrl(context: SimulatorContext): string {
  return `${context.url}/v1/notifications/certs/${context.certificates.id}`;
}

/** Signs a transmission: RSA with SHA-256, in base64. */
export function signTransmission(context: SimulatorContext, transmission: Transmission): string {
  return createSign('RSA-SHA256')
    .update(signedText(transmission))
    .sign(context.certificates.privateKey, 'base64');
}

/** Returns the text that PayPal signs. It has the CRC-32 of the raw body as a decimal number. */
function signedText({ id, time, webhookId, body }: Transmission): string {
  return `${id}|${time}|${webhookId}|${crc32(body)}`;
}

/** True if the simulator made the signature for exactly this transmission. */
export function isOwnSignature(
  context: SimulatorContext,
  transmission: Transmission,
  signature: string,
): boolean {
  return createVerify('RSA-SHA256')
    .update(signedText(transmission))
    .verify(new X509Certificate(context.certificates.leaf).publicKey, signature, 'base64');
}

const VALID_YEARS = 10;

/** Creates a CA, and a certificate of the CA that signs webhooks, with its RSA key. */
export async function createCertificates(): Promise<Certificates> {
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
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + VALID_YEARS);
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
}

function subject(commonName: string): string {
  return `CN=${commonName}, O=PayPal simulator, C=US`;
}
