import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWebhookVerifier } from '../../../../src/server/clients/paypal/webhook-signature.ts';
import { createCertificates } from '../../../../stack/paypal/webhooks/signing.ts';
import { closeServer, serveHandler } from '../../../../stack/web-server.ts';
import { credentials } from '../../harness.ts';
import { type Shop, startShop } from '../../shop.ts';
import { createWebhookSigner, newEvent } from '../../webhook-signer.ts';

let shop: Shop;
/** A stranger's server that serves a certificate like PayPal's, and the requests that it received. */
const foreign = { url: '', hits: [] as string[], privateKey: '', close: () => Promise.resolve() };
beforeAll(async () => {
  const { id, leaf, privateKey } = await createCertificates();
  const server = await serveHandler(async (request) => {
    foreign.hits.push(request.url);
    return new Response(leaf);
  }, 0);
  const port = String((server.address() as AddressInfo).port);
  Object.assign(foreign, {
    url: `http://127.0.0.1:${port}/v1/notifications/certs/${id}`,
    privateKey,
    close: () => closeServer(server),
  });
  shop = await startShop();
});
afterAll(async () => {
  await shop.close();
  await foreign.close();
});

const event = () => newEvent('TEST.EVENT', { id: randomUUID() });
const send = (body: string, headers: Record<string, string>) =>
  shop.call('POST', '/api/paypal/webhook', body, { headers });
const storedEvent = (id: string) => shop.rows('select type, state from webhook_events where id = $1', [id]);

const expectRefused = async (
  webhook: { id: string; body: string },
  headers: Record<string, string>,
  body = webhook.body,
) => {
  expect(await send(body, headers)).toMatchObject({ status: 401, body: { code: 'webhook-unverified' } });
  expect(await storedEvent(webhook.id)).toEqual([]);
};

test('a refused webhook is logged, and the fifth refusal within an hour is logged as an error', async () => {
  for (let time = 0; time < 5; time += 1) await expectRefused(event(), {});
  expect(shop.log.filter(({ code }) => code === 'webhook-refused').at(-1)).toMatchObject({
    level: 'error',
    requestId: expect.any(String) as unknown,
  });
});

const sinceNow = (ms: number) => new Date(Date.now() + ms).toISOString();
const days = 24 * 60 * 60 * 1_000;

test('the webhook stores a signed event', async () => {
  const webhook = event();
  expect(await send(webhook.body, shop.webhooks.sign(webhook.body))).toMatchObject({
    status: 200,
    body: { received: true },
  });
  expect(await storedEvent(webhook.id)).toEqual([{ type: 'TEST.EVENT', state: 'ignored' }]);
});

test('the webhook accepts an event that PayPal redelivers after three days', async () => {
  const webhook = event();
  expect(
    (await send(webhook.body, shop.webhooks.sign(webhook.body, { time: sinceNow(-3 * days) }))).status,
  ).toBe(200);
});

describe('the webhook refuses with 401, and stores nothing, for', () => {
  test('a changed body', async () => {
    const webhook = event();
    const headers = shop.webhooks.sign(webhook.body);
    await expectRefused(webhook, headers, webhook.body.replace('TEST', 'BEST'));
    await expectRefused(webhook, headers, `${webhook.body} `);
    await expectRefused(webhook, headers, '');
  });

  test('a missing, empty or changed header', async () => {
    for (const name of [
      'transmission-id',
      'transmission-time',
      'transmission-sig',
      'cert-url',
      'auth-algo',
    ]) {
      const webhook = event();
      const { [`paypal-${name}`]: value = '', ...otherHeaders } = shop.webhooks.sign(webhook.body);
      await expectRefused(webhook, otherHeaders);
      for (const wrong of ['', `${value.slice(0, -3)}AA=`])
        await expectRefused(webhook, { ...otherHeaders, [`paypal-${name}`]: wrong });
    }
  });

  test('another webhook id, another algorithm, and a time more than four days away', async () => {
    for (const changes of [
      { webhookId: 'WH-OTHER' },
      { algorithm: 'SHA1withRSA' },
      { algorithm: 'none' },
      { time: sinceNow(-4 * days) },
      { time: sinceNow(4 * days + 10 * 60_000) },
      { time: 'yesterday' },
    ]) {
      const webhook = event();
      await expectRefused(webhook, shop.webhooks.sign(webhook.body, changes));
    }
  });

  test('another key', async () => {
    const webhook = event();
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const certUrl = shop.webhooks.sign('')['paypal-cert-url'] ?? '';
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await expectRefused(webhook, createWebhookSigner(certUrl, pem).sign(webhook.body));
  });
});

test('the webhook refuses a certificate at any other address than PayPal’s, without fetching it', async () => {
  const signer = createWebhookSigner(foreign.url, foreign.privateKey);
  const provider = new URL(shop.paypal.url).host;
  const validUrl = shop.webhooks.sign('')['paypal-cert-url'] ?? '';
  for (const certUrl of [
    foreign.url,
    foreign.url.replace('http://', `http://${provider}@`),
    foreign.url.replace('/v1/', '/../v1/'),
    `${shop.paypal.url}/v1/notifications/certs/../../../checkoutnow`,
    'file:///etc/passwd',
    'not a url',
    `${validUrl}?again`,
    `${validUrl}#`,
  ]) {
    const webhook = event();
    await expectRefused(webhook, signer.sign(webhook.body, { certUrl }));
  }
  expect(foreign.hits).toEqual([]);
});

test('the verifier caches a certificate, but not a failed fetch', async () => {
  const signedHeaders = shop.webhooks.sign('{}');
  const pem = await (await fetch(signedHeaders['paypal-cert-url'] ?? '')).text();
  const answers = [new Response('<h1>Back soon</h1>'), new Response(pem, { status: 500 }), new Response(pem)];
  const verify = createWebhookVerifier(shop.paypalSettings, () =>
    Promise.resolve(answers.shift() ?? Response.error()),
  );
  const outcome = (): Promise<unknown> =>
    verify(new Headers(signedHeaders), '{}').catch((error: unknown) => (error as { code: string }).code);
  for (const expected of ['payment-provider-unavailable', 'payment-provider-unavailable', null, null])
    expect(await outcome()).toBe(expected);
});

test('the verifier fetches invented certificate names one at a time, and each name once in five minutes', async () => {
  const requestedUrls: string[] = [];
  let concurrent = 0;
  let maximum = 0;
  const verify = createWebhookVerifier(shop.paypalSettings, async (url) => {
    requestedUrls.push(String(url));
    maximum = Math.max(maximum, (concurrent += 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
    concurrent -= 1;
    return new Response(null, { status: 404 });
  });
  const { body } = event();
  const names = ['one', 'two', 'three', 'two', 'one'];
  const send = (name: string) =>
    verify(
      new Headers({
        ...shop.webhooks.sign(body),
        'paypal-cert-url': `${shop.paypalSettings.apiUrl}/v1/notifications/certs/${name}`,
      }),
      body,
    );
  await Promise.all(names.map(send));
  for (const name of names) expect(await send(name)).toBe('No certificate that PayPal signs with');
  expect(requestedUrls).toHaveLength(3);
  expect(maximum).toBe(1);
});

test('sixty invented certificate names hold up a real webhook by one fetch at most', async () => {
  const signed = shop.webhooks.sign('{}');
  const pem = await (await fetch(signed['paypal-cert-url'] ?? '')).text();
  const requestedUrls: string[] = [];
  const verify = createWebhookVerifier(shop.paypalSettings, async (url) => {
    requestedUrls.push(String(url));
    await new Promise((resolve) => setTimeout(resolve, 5));
    return String(url) === signed['paypal-cert-url']
      ? new Response(pem)
      : new Response(null, { status: 404 });
  });
  const invented = Array.from({ length: 60 }, (_, number) => {
    const certUrl = `${shop.paypalSettings.apiUrl}/v1/notifications/certs/invented${String(number)}`;
    return verify(new Headers({ ...signed, 'paypal-cert-url': certUrl }), '{}');
  });
  const outcomes = Promise.allSettled(invented);
  expect(await verify(new Headers(signed), '{}')).toBeNull();
  expect(requestedUrls.indexOf(signed['paypal-cert-url'] ?? '')).toBe(1);
  await outcomes;
  expect(requestedUrls.length).toBeLessThan(10);
});

test('PayPal’s certificates come only from PayPal’s API, by HTTPS', async () => {
  const requestedUrls: string[] = [];
  const verify = createWebhookVerifier({ ...credentials, apiUrl: 'https://api-m.paypal.com' }, (url) => {
    requestedUrls.push(String(url));
    return Promise.reject(new Error('no network'));
  });
  const outcome = async (certUrl: string): Promise<unknown> => {
    const headers = new Headers(createWebhookSigner(certUrl, foreign.privateKey).sign('{}'));
    return verify(headers, '{}').catch((error: unknown) => (error as { code: string }).code);
  };
  const path = '/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270';
  for (const host of [
    'http://api.paypal.com',
    'https://api.paypal.com.evil.example',
    'https://evilpaypal.com',
    'https://user@api.paypal.com',
    'https://:password@api.paypal.com',
    'https://api.sandbox.paypal.com',
    'https://x.api.paypal.com',
  ])
    expect(await outcome(host + path)).toBe('A certificate from elsewhere');
  expect(await outcome('https://api.paypal.com/v1/notifications/other/x')).toBe(
    'A certificate from elsewhere',
  );
  expect(requestedUrls).toEqual([]);
  const paypalUrls = ['https://api.paypal.com', 'https://api-m.paypal.com'].map((host) => host + path);
  for (const certUrl of paypalUrls) expect(await outcome(certUrl)).toBe('payment-provider-unavailable');
  expect(requestedUrls).toEqual(paypalUrls);
});

test('a signed body that is not an event is 400', async () => {
  for (const body of ['', '{', 'null', '[]', '{"id":"WH-1"}'])
    expect(await send(body, shop.webhooks.sign(body))).toMatchObject({
      status: 400,
      body: { code: 'request-malformed' },
    });
});
