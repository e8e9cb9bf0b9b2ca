import { createSign, createVerify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { World } from '../world.ts';

export interface Transmission {
  id: string;
  time: string;
  webhookId: string;
  body: string;
}

/** What is signed: the CRC-32 of the raw body as a decimal number stands for the body. */
const signedText = ({ id, time, webhookId, body }: Transmission): string =>
  `${id}|${time}|${webhookId}|${crc32(body)}`;

/** Where the site finds the certificate of the signatures. */
export const certificateUrl = (world: World): string =>
  `${world.url}/v1/notifications/certs/${world.certificates.id}`;

/** The signature of a transmission: RSA with SHA-256, base64. */
export const signTransmission = (world: World, transmission: Transmission): string =>
  createSign('RSA-SHA256').update(signedText(transmission)).sign(world.certificates.privateKey, 'base64');

/** Whether a signature is the simulator's own over exactly this transmission. */
export const isOwnSignature = (world: World, transmission: Transmission, signature: string): boolean =>
  createVerify('RSA-SHA256')
    .update(signedText(transmission))
    .verify(new X509Certificate(world.certificates.leaf).publicKey, signature, 'base64');
