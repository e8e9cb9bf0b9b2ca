import { createHmac, generateKeyPairSync, type KeyLike, sign } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import * as z from 'zod';
import { createFirebaseIdentity } from '../../src/server/clients/firebase/firebase.ts';
import type { Identity } from '../../src/server/frame/context/identity.ts';
import { createCertificates } from '../../stack/paypal/webhooks/signing.ts';
import { closeServer, serveHandler } from '../../stack/web-server.ts';

/** A user's record in Firebase's form. */
export interface FirebaseUser {
  readonly localId: string;
  readonly email?: string;
  readonly disabled?: boolean;
  readonly customAttributes?: string;
  /** Seconds since 1970, as a text. */
  readonly validSince?: string;
}

export interface FakeFirebase {
  /** The real client for a project with a service account and no emulator. */
  readonly identity: (projectId: string) => Identity;
  readonly users: Map<string, FirebaseUser>;
  /** The hosts that connections were opened to, in order. */
  readonly hosts: string[];
  /** The calls that arrived, as host and path. */
  readonly calls: string[];
  /** Claims of the service account's requests for access tokens. */
  readonly grants: unknown[];
  /** While set, the host answers with this status. firebase-admin retries after a 503. */
  down: { readonly host: string; readonly status: number } | null;
  /** Signs a header and claims, with Firebase's key by default. */
  readonly signToken: (header: unknown, claims: unknown, key?: KeyLike) => string;
  readonly certificate: string;
  /** Key of the tokens and of the service account. */
  readonly privateKey: string;
  readonly kid: string;
  readonly close: () => Promise<void>;
}

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Signs a token by HS256 with a text as the secret. */
export function signWithSecret(header: unknown, claims: unknown, secret: string): string {
  const content = `${encode(header)}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

/** Creates a key pair that Firebase does not know. */
export function otherKeyPair() {
  return generateKeyPairSync('rsa', { modulusLength: 2_048 });
}

const lookup = z.object({ localId: z.array(z.string()) });

/**
 * Starts a stand-in for Firebase and Google's OAuth. It serves keys, access tokens and user records. It receives every
 * connection that this process opens through Node's global agents.
 */
export const startFakeFirebase = async (): Promise<FakeFirebase> => {
  const { leaf, privateKey } = await createCertificates();
  const kid = 'firebase-key';
  const users = new Map<string, FirebaseUser>();
  const state = {
    users,
    kid,
    privateKey,
    certificate: leaf,
    hosts: [] as string[],
    calls: [] as string[],
    grants: [] as unknown[],
  };
  const outage: Pick<FakeFirebase, 'down'> = { down: null };

  const handle = async (request: Request): Promise<Response> => {
    const host = request.headers.get('host')?.split(':')[0] ?? '';
    const { pathname } = new URL(request.url);
    state.calls.push(host + pathname);
    if (host === outage.down?.host) return Response.json({ error: 'down' }, { status: outage.down.status });
    if (host === 'oauth2.googleapis.com') {
      const assertion = new URLSearchParams(await request.text()).get('assertion') ?? '';
      state.grants.push(JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()));
      return Response.json({ access_token: 'access', expires_in: 1_800, token_type: 'Bearer' });
    }
    if (pathname === '/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com')
      return Response.json({ [kid]: leaf }, { headers: { 'cache-control': 'public, max-age=3600' } });
    if (pathname.endsWith('/accounts:lookup')) {
      const { localId } = lookup.parse(await request.json());
      const foundUsers = localId.flatMap((id) => users.get(id) ?? []);
      return Response.json(foundUsers.length ? { users: foundUsers } : {});
    }
    return Response.json({ error: { message: 'NOT_FOUND' } }, { status: 404 });
  };
  const server = await serveHandler(handle, 0);
  const { port } = server.address() as AddressInfo;

  /** Connects without TLS and records the host. */
  const connect = (options: { host?: string | null }) => {
    state.hosts.push(options.host ?? '');
    return net.connect({ host: '127.0.0.1', port });
  };
  const originalAgents = [http.globalAgent, https.globalAgent] as const;
  http.globalAgent = Object.assign(new http.Agent(), { createConnection: connect });
  https.globalAgent = Object.assign(new https.Agent(), { createConnection: connect });

  return Object.assign(outage, state, {
    identity: (projectId: string) =>
      createFirebaseIdentity({
        projectId,
        apiKey: 'key',
        serviceAccount: JSON.stringify({
          type: 'service_account',
          project_id: projectId,
          client_email: `server@${projectId}.iam.gserviceaccount.com`,
          private_key: privateKey,
        }),
        emulatorHost: undefined,
      }),
    signToken: (header: unknown, claims: unknown, key: KeyLike = privateKey) => {
      const content = `${encode(header)}.${encode(claims)}`;
      return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`;
    },
    close: () => {
      [http.globalAgent, https.globalAgent] = originalAgents;
      return closeServer(server);
    },
  });
};
