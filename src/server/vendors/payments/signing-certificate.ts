import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';

/** The certificates of a PEM text, in their order: the signing one, then those above it. Throws on a broken one. */
export const readCertificates = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (text) => new X509Certificate(text),
  );

const isCurrent = ({ validFrom, validTo }: X509Certificate, now: number): boolean =>
  now >= Date.parse(validFrom) && now <= Date.parse(validTo);

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

let roots: X509Certificate[] | null = null;

/** The certificate authorities that the runtime trusts, read once. */
const trustedRoots = (): X509Certificate[] =>
  (roots ??= rootCertificates.map((text) => new X509Certificate(text)));

/** Whom a chain must lead up to. */
export interface Trust {
  /** The name that the signing certificate is for. */
  readonly host: string;
  /** Certificate authorities; by default those that the runtime trusts. */
  readonly roots?: readonly X509Certificate[];
}

/**
 * Whether the first certificate is for the host and each is valid at `now` (milliseconds since 1970) and issued by the
 * next, the last of them by a trusted authority or being one.
 */
export const isTrustedChain = (
  chain: readonly X509Certificate[],
  { host, roots: authorities = trustedRoots() }: Trust,
  now: number,
): boolean => {
  const [leaf] = chain;
  const last = chain.at(-1);
  if (!leaf || !last || leaf.checkHost(host) === undefined) return false;
  const isLinked = chain.every((certificate, index) => {
    const issuer = chain[index + 1];
    return isCurrent(certificate, now) && (!issuer || isIssuedBy(certificate, issuer));
  });
  return (
    isLinked &&
    authorities.some(
      (root) =>
        root.fingerprint256 === last.fingerprint256 || (isCurrent(root, now) && isIssuedBy(last, root)),
    )
  );
};
