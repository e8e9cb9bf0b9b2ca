import { X509Certificate } from 'node:crypto';

/** The certificates of a PEM text. Throws on a broken one. */
export const readCertificates = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (text) => new X509Certificate(text),
  );

const isCurrent = ({ validFrom, validTo }: X509Certificate, now: number): boolean =>
  now >= Date.parse(validFrom) && now <= Date.parse(validTo);

/**
 * The certificate that is for `host` and valid at `now` (milliseconds since 1970), if there is one. Who issued it is not
 * asked: the provider serves it without those above it, so it is trusted for where it was fetched, by HTTPS.
 */
export const signingCertificate = (
  certificates: readonly X509Certificate[],
  host: string,
  now: number,
): X509Certificate | undefined =>
  certificates.find(
    (certificate) => isCurrent(certificate, now) && certificate.checkHost(host) !== undefined,
  );
