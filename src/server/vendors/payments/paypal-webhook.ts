import { verify, type X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import { ask, inTime } from '../../outside/ask.ts';
import { isTrustedChain, readCertificates, type Trust } from './certificate-chain.ts';
import type { PayPalSettings } from './paypal-api.ts';

const certificatePath = /^\/v1\/notifications\/certs\/[A-Za-z0-9_-]+$/;

/** The name that the provider signs its events under. */
const signer = 'messageverificationcerts';

/** Events older or newer than this are refused, in milliseconds; the provider retries for three days. */
const tolerance = 4 * 24 * 60 * 60 * 1_000;

/** The test system's hosts are not the real one's: its certificates sign for anybody's account there. */
const isHostOf = (provider: string, host: string): boolean =>
  (host === provider || host.endsWith(`.${provider}`)) &&
  (provider.startsWith('sandbox.') || !/(^|\.)sandbox\.paypal\.com$/.test(host));

/**
 * Checks a webhook's signature offline: RSA-SHA256 over `id|time|webhook id|crc32(body)` with the
 * provider's certificate, which is fetched from the provider's own hosts only, kept, and must lead up to an authority
 * that the runtime trusts. The CRC can be forged, so a verified event is still re-fetched before it changes anything.
 */
export const createWebhookVerifier = (settings: PayPalSettings) => {
  const api = new URL(settings.apiUrl);
  const provider = /(^|\.)((sandbox\.)?paypal\.com)$/.exec(api.hostname)?.[2];
  const certificates = new Map<string, Promise<readonly X509Certificate[] | null>>();

  const trusted = (url: URL): boolean =>
    certificatePath.test(url.pathname) &&
    !url.username &&
    (provider === undefined
      ? url.origin === api.origin
      : url.protocol === 'https:' && !url.port && isHostOf(provider, url.hostname));

  /** A simulator brings an authority of its own, from its own host, which no other provider may do. */
  const trustIn = (chain: readonly X509Certificate[]): Trust =>
    provider === undefined
      ? { host: `${signer}.paypal.com`, roots: chain.slice(-1) }
      : { host: `${signer}.${provider}` };

  const fetchChain = (url: URL): Promise<readonly X509Certificate[] | null> =>
    ask('payments', () =>
      inTime('payments', limits.outsideMs.certificate, async (signal) => {
        const response = await fetch(url, { redirect: 'error', signal });
        if (response.status === 404) return null;
        if (!response.ok) throw new Error(`The certificate answered ${String(response.status)}`);
        return readCertificates(await response.text());
      }),
    );

  const chainAt = async (url: URL): Promise<readonly X509Certificate[] | null> => {
    const known = certificates.get(url.href);
    const request = known ?? fetchChain(url);
    if (!known) {
      certificates.set(url.href, request);
      request.catch(() => certificates.delete(url.href));
    }
    try {
      const chain = await request;
      if (!chain) certificates.delete(url.href);
      return chain;
    } catch (error) {
      throw problem('payment-provider-unavailable', { cause: error, retryAfter: 10 });
    }
  };

  return async (headers: Headers, body: string): Promise<boolean> => {
    const id = headers.get('paypal-transmission-id');
    const time = headers.get('paypal-transmission-time');
    const signature = headers.get('paypal-transmission-sig');
    const location = headers.get('paypal-cert-url');
    if (!id || !time || !signature || !location || !URL.canParse(location)) return false;
    if (headers.get('paypal-auth-algo') !== 'SHA256withRSA') return false;
    if (!(Math.abs(Date.now() - Date.parse(time)) < tolerance)) return false;
    const url = new URL(location);
    if (!trusted(url)) return false;
    const chain = await chainAt(url);
    const [certificate] = chain ?? [];
    if (!chain || !certificate || !isTrustedChain(chain, trustIn(chain), Date.now())) return false;
    const signed = `${id}|${time}|${settings.webhookId}|${String(crc32(body))}`;
    return verify('sha256', Buffer.from(signed), certificate.publicKey, Buffer.from(signature, 'base64'));
  };
};
