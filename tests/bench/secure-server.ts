import '../../stack/paypal/webhooks/reflect-metadata.ts';
import { KeyObject } from 'node:crypto';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import { getRequestListener } from '@hono/node-server';
import * as x509 from '@peculiar/x509';

async function makeCertificate() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - 3_600_000),
    notAfter: new Date(Date.now() + 24 * 3_600_000),
  });
  return {
    cert: certificate.toString('pem'),
    key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Serves a handler over HTTP/2 with a self-signed certificate. */
export async function serveSecurely(
  handle: (request: Request, address: string) => Promise<Response>,
  port: number,
): Promise<Http2SecureServer> {
  const listener = getRequestListener((request) => handle(request, '127.0.0.1'));
  const server = createSecureServer(await makeCertificate(), (request, response) => {
    void listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}
