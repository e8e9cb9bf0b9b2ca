import keys from './signing-keys.json' with { type: 'json' };

/** A public Ed25519 key. */
export interface PublicKey {
  readonly id: string;
  /** 32 bytes in base64url. */
  readonly publicKey: string;
  /** The day (UTC) from which it signs. */
  readonly from: string;
  /** True for the key of the local stack, with which anybody can sign. Neither production nor the program accepts it. */
  readonly isLocal?: boolean;
}

/**
 * The public keys of licenses and of releases, the newest last. Old signatures stay valid, so no key is removed.
 * `npm run license:key` and `npm run release:key` add one.
 */
export const signingKeys: Readonly<Record<'licenses' | 'releases', readonly PublicKey[]>> = keys;

/** Returns the public keys by id. Without `allowsLocal` the key of the local stack is missing. */
export function trustedKeys(
  kind: keyof typeof signingKeys,
  { allowsLocal }: { readonly allowsLocal: boolean },
): ReadonlyMap<string, string> {
  const trusted = signingKeys[kind].filter(({ isLocal = false }) => allowsLocal || !isLocal);
  return new Map(trusted.map(({ id, publicKey }) => [id, publicKey]));
}
