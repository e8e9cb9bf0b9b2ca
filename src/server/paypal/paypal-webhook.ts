import { verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { limits } from '../../shared/limits.ts';
import { problem } from '../../shared/problems.ts';
import { site } from '../../shared/site.ts';
import { withTiming, withTimeout } from '../outbound/timing.ts';
import { createHttpClient, type HttpClient } from '../outbound/http-client.ts';
import type { PayPalSettings } from './paypal-api.ts';

const certificatePath = /^\/v1\/notifications\/certs\/[A-Za-z0-9_-]+$/;

/** The name that the provider signs its events under. */
const signer = 'messageverificationcerts';

/** Events older or newer than this are refused, in milliseconds; the provider retries for three days. */
const tolerance = 4 * 24 * 60 * 60 * 1_000;

/** How long the name of a certificate that PayPal does not have is remembered, in milliseconds. */
const missingKeptMs = 5 * 60 * 1_000;
/** Anybody can invent names: no more of them are remembered at once. */
const mostMissing = 1_000;

/**
 * The hosts that serve certificates. The test system's are not the real one's: its certificates sign for anybody's
 * account there.
 */
const isHostOf = (provider: string, host: string): boolean =>
  host === `api.${provider}` || host === `api-m.${provider}`;

/**
 * Checks a webhook's signature offline, and tells what is wrong with it, or null: RSA-SHA256 over
 * `id|time|webhook id|crc32(body)` with the provider's certificate, which is fetched from the provider's own API alone,
 * and kept. The CRC can be forged, so a verified event is still re-fetched before it changes anything.
 */
export const createWebhookVerifier = (
  settings: PayPalSettings,
  line: HttpClient = createHttpClient(site.product),
) => {
  const api = new URL(settings.apiUrl);
  const provider = /(^|\.)((sandbox\.)?paypal\.com)$/.exec(api.hostname)?.[2];
  const certificates = new Map<string, Promise<readonly X509Certificate[] | null>>();

  const trusted = (url: URL): boolean =>
    certificatePath.test(url.pathname) &&
    // A file has one address here: what is kept by its address stays small.
    url.href === url.origin + url.pathname &&
    (provider === undefined
      ? url.origin === api.origin
      : url.protocol === 'https:' && !url.port && isHostOf(provider, url.hostname));

  /** Until when a name counts as missing, in milliseconds since 1970; the oldest first. */
  const missing = new Map<string, number>();
  const rememberMissing = ({ href }: URL): void => {
    const [oldest] = missing.keys();
    if (missing.size >= mostMissing && oldest !== undefined) missing.delete(oldest);
    missing.set(href, Date.now() + missingKeptMs);
  };

  const fetchCertificates = (url: URL): Promise<readonly X509Certificate[] | null> =>
    withTiming('payments', () =>
      withTimeout('payments', limits.outsideMs.certificate, async (signal) => {
        const response = await line(url, { signal });
        if (response.status === 404) return null;
        if (!response.ok) throw new Error(`The certificate answered ${String(response.status)}`);
        return readCertificates(await response.text());
      }),
    );

  /** Settles when the last fetch is over: unsigned webhooks must not make the server ask PayPal many times at once. */
  let lastFetch: Promise<unknown> = Promise.resolve();
  const fetchInTurn = (url: URL): Promise<readonly X509Certificate[] | null> => {
    const request = lastFetch.then(() => fetchCertificates(url));
    lastFetch = request.catch(() => undefined);
    return request;
  };

  const certificatesAt = async (url: URL): Promise<readonly X509Certificate[] | null> => {
    if ((missing.get(url.href) ?? 0) > Date.now()) return null;
    const known = certificates.get(url.href);
    const request = known ?? fetchInTurn(url);
    if (!known) {
      certificates.set(url.href, request);
      request.catch(() => certificates.delete(url.href));
    }
    try {
      const found = await request;
      if (!found) {
        certificates.delete(url.href);
        rememberMissing(url);
      }
      return found;
    } catch (error) {
      throw problem('payment-provider-unavailable', { cause: error, retryAfter: 10 });
    }
  };

  return async (headers: Headers, body: string): Promise<string | null> => {
    const id = headers.get('paypal-transmission-id');
    const time = headers.get('paypal-transmission-time');
    const signature = headers.get('paypal-transmission-sig');
    const location = headers.get('paypal-cert-url');
    if (!id || !time || !signature || !location || !URL.canParse(location)) return 'A header is missing';
    if (headers.get('paypal-auth-algo') !== 'SHA256withRSA') return 'Another algorithm';
    if (!(Math.abs(Date.now() - Date.parse(time)) < tolerance)) return 'Another time';
    const url = new URL(location);
    if (!trusted(url)) return 'A certificate from elsewhere';
    const found = (await certificatesAt(url)) ?? [];
    const certificate = signingCertificate(found, `${signer}.${provider ?? 'paypal.com'}`, Date.now());
    if (!certificate) return 'No certificate that the provider signs with';
    const signed = `${id}|${time}|${settings.webhookId}|${String(crc32(body))}`;
    const isGenuine = verify(
      'sha256',
      Buffer.from(signed),
      certificate.publicKey,
      Buffer.from(signature, 'base64'),
    );
    return isGenuine ? null : 'The signature is for another body or webhook';
  };
};

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
