import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** An Ed25519 key that signs licenses or releases. */
export interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  /** The public key: 32 bytes in base64url. */
  readonly publicKey: string;
}

/**
 * Reads a private key: PKCS #8 (DER) in base64. The local key has the mark `local:` before it, and production refuses it. A key's
 * id is the beginning of the SHA-256 of its public key. Throws if it is no key.
 */
export function readSigningKey(text: string): SigningKey {
  const der = Buffer.from(text.trim().replace(/^local:/, ''), 'base64');
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x: publicKey = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const hash = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex');
  return { id: hash.slice(0, 8), privateKey, publicKey };
}

/** Returns the signature of a text or of bytes, in base64. */
export function signWith({ privateKey }: SigningKey, content: string | Uint8Array): string {
  return sign(null, toBytes(content), privateKey).toString('base64');
}

/** True if the signature, in base64, is that of a text or of bytes. `publicKey` has 32 bytes in base64url. */
export function isSignedBy(publicKey: string, content: string | Uint8Array, signature: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  return verify(null, toBytes(content), key, Buffer.from(signature, 'base64'));
}

function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content;
}
