import { X509Certificate } from 'node:crypto';

/** The certificates of a PEM text. Throws where there is none, and on a broken one. */
export const readCertificates = (pem: string): X509Certificate[] => {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!found) throw new Error('There is no certificate');
  return found.map((text) => new X509Certificate(text));
};

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
