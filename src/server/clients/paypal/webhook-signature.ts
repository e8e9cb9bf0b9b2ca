import { verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { dayMs } from '../../../shared/dates.ts';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import { site } from '../../../shared/site.ts';
import { createHttpClient, type HttpClient } from '../../frame/outbound/http-client.ts';
import { withTimeout, withTiming } from '../../frame/outbound/timing.ts';
import type { PayPalSettings } from './paypal-api.ts';

/** The largest age of an event, in milliseconds. PayPal redelivers an event for three days. */
const toleranceMs = 4 * dayMs;

/** The first part of the host name in PayPal's signing certificate. */
const signer = 'messageverificationcerts';

/**
 * Returns a function that checks a webhook's signature: see `PayPal.verifyWebhook`. PayPal signs
 * `id|time|webhook id|crc32(body)` by RSA-SHA256. The certificate is fetched only from PayPal's own API, and cached. A CRC
 * can be forged, so the caller must fetch the event's facts from PayPal again. Throws `payment-provider-unavailable` if the
 * certificate cannot be fetched.
 */
export function createWebhookVerifier(
  settings: PayPalSettings,
  client: HttpClient = createHttpClient(site.product),
) {
  const api = new URL(settings.apiUrl);
  // `paypal.com` or `sandbox.paypal.com`; undefined for the simulator.
  const domain = /(^|\.)((sandbox\.)?paypal\.com)$/.exec(api.hostname)?.[2];
  const loadCertificates = createCertificateCache(client);

  /**
   * True for the URL of a certificate at PayPal's API. A URL with a query or a fragment is refused, so that each certificate has
   * one URL and the cache stays small.
   */
  const isTrusted = (url: URL): boolean =>
    certificatePath.test(url.pathname) &&
    url.href === url.origin + url.pathname &&
    (domain === undefined
      ? url.origin === api.origin
      : url.protocol === 'https:' && !url.port && isHostOf(domain, url.hostname));

  return async (headers: Headers, body: string): Promise<string | null> => {
    const id = headers.get('paypal-transmission-id');
    const time = headers.get('paypal-transmission-time');
    const signature = headers.get('paypal-transmission-sig');
    const location = headers.get('paypal-cert-url');
    if (!id || !time || !signature || !location || !URL.canParse(location)) return 'A header is missing';
    if (headers.get('paypal-auth-algo') !== 'SHA256withRSA') return 'The algorithm is not SHA256withRSA';
    if (!(Math.abs(Date.now() - Date.parse(time)) < toleranceMs))
      return 'The time is invalid, or more than four days away';
    const url = new URL(location);
    if (!isTrusted(url)) return 'A certificate from elsewhere';
    const certificates = (await loadCertificates(url)) ?? [];
    const certificate = signingCertificate(certificates, `${signer}.${domain ?? 'paypal.com'}`, Date.now());
    if (!certificate) return 'No certificate that PayPal signs with';
    const signedText = `${id}|${time}|${settings.webhookId}|${String(crc32(body))}`;
    const isGenuine = verify(
      'sha256',
      Buffer.from(signedText),
      certificate.publicKey,
      Buffer.from(signature, 'base64'),
    );
    return isGenuine ? null : 'The signature is for another body or webhook';
  };
}

const certificatePath = /^\/v1\/notifications\/certs\/[A-Za-z0-9_-]+$/;

/** A sandbox certificate signs events of anybody's sandbox account, so production must not accept the sandbox's hosts. */
function isHostOf(domain: string, host: string): boolean {
  return host === `api.${domain}` || host === `api-m.${domain}`;
}

/** A missing certificate is remembered for this many milliseconds. */
const missingMs = 5 * 60 * 1_000;

/** The largest number of fetches that wait for their turn. */
const maxWaiting = 4;

/** The largest number of missing certificates that are remembered, because anybody can invent URLs. */
const maxMissing = 1_000;

/**
 * Returns a function that fetches the certificates of a URL, or returns them from its cache. It returns null for a 404, and
 * remembers it for a while.
 */
function createCertificateCache(client: HttpClient) {
  const cache = new Map<string, Promise<readonly X509Certificate[] | null>>();
  /** The URLs of missing certificates, oldest first, each with the moment when it is forgotten. */
  const missing = new Map<string, number>();

  const rememberMissing = ({ href }: URL): void => {
    const [oldest] = missing.keys();
    if (missing.size >= maxMissing && oldest !== undefined) missing.delete(oldest);
    missing.set(href, Date.now() + missingMs);
  };

  const fetchCertificates = (url: URL): Promise<readonly X509Certificate[] | null> =>
    withTiming('payments', () =>
      withTimeout('payments', limits.timeoutMs.certificate, async (signal) => {
        const response = await client(url, { signal });
        if (response.status === 404) return null;
        if (!response.ok) throw new Error(`The certificate answered ${String(response.status)}`);
        return readCertificates(await response.text());
      }),
    );

  /** The fetches that wait, oldest first. */
  const waiting: PromiseWithResolvers<null>[] = [];
  let isFetching = false;
  const startNewest = (): void => {
    if (isFetching) return;
    const next = waiting.pop();
    if (!next) return;
    isFetching = true;
    next.resolve(null);
  };

  /**
   * Fetches run one after the other, so that unsigned webhooks do not make the server flood PayPal with requests. The newest goes
   * first, and few wait, so that invented names hold up a real webhook by one fetch. PayPal repeats a webhook that gets no turn.
   */
  const enqueueFetch = async (url: URL): Promise<readonly X509Certificate[] | null> => {
    const turn = Promise.withResolvers<null>();
    waiting.push(turn);
    if (waiting.length > maxWaiting) waiting.shift()?.reject(new Error('Too many unknown certificates'));
    startNewest();
    await turn.promise;
    try {
      return await fetchCertificates(url);
    } finally {
      isFetching = false;
      startNewest();
    }
  };

  return async (url: URL): Promise<readonly X509Certificate[] | null> => {
    if ((missing.get(url.href) ?? 0) > Date.now()) return null;
    const cached = cache.get(url.href);
    const request = cached ?? enqueueFetch(url);
    if (!cached) {
      cache.set(url.href, request);
      request.catch(() => cache.delete(url.href));
    }
    try {
      const certificates = await request;
      if (!certificates) {
        cache.delete(url.href);
        rememberMissing(url);
      }
      return certificates;
    } catch (error) {
      throw problem('payment-provider-unavailable', { cause: error, retryAfter: 10 });
    }
  };
}

/** Reads the certificates of a PEM text. Throws for a text without certificates, and for a broken certificate. */
export function readCertificates(pem: string): X509Certificate[] {
  const parts = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!parts) throw new Error('There is no certificate');
  return parts.map((part) => new X509Certificate(part));
}

/**
 * Finds the certificate for `host` that is valid at `now` (milliseconds since 1970). The issuer is not checked, because
 * PayPal serves the certificate without its chain. HTTPS from PayPal's host vouches for it.
 */
export function signingCertificate(
  certificates: readonly X509Certificate[],
  host: string,
  now: number,
): X509Certificate | undefined {
  return certificates.find(
    (certificate) => isValidAt(certificate, now) && certificate.checkHost(host) !== undefined,
  );
}

function isValidAt({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return now >= Date.parse(validFrom) && now <= Date.parse(validTo);
}
