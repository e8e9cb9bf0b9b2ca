import { createHmac, timingSafeEqual } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { ids } from '../values.ts';
import type { Feature, SimulatorContext } from '../simulator-context.ts';
import { ApiError, authenticationFailure, notAuthorized } from './api-error.ts';

/** A token for `server` needs the client secret. A token for `browser` needs only the client id, and fewer calls accept it. */
type Audience = 'server' | 'browser';

/** Middleware that requires a token for one of these audiences. */
export function requireToken(context: SimulatorContext, ...allowed: Audience[]): MiddlewareHandler {
  return async (c, next) => {
    const token = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (token === undefined) throw authenticationFailure();
    const audience = verifyToken(context, token);
    if (audience === null) throw tokenError('invalid_token', 'Token signature verification failed');
    if (!allowed.includes(audience)) throw notAuthorized();
    await next();
  };
}

const claimsSchema = z.object({ audience: z.enum(['server', 'browser']), expires: z.number() });

function verifyToken(context: SimulatorContext, token: string): Audience | null {
  const [prefix, payload = '', signature = ''] = token.split('.');
  if (prefix !== 'A21AA' || !isEqual(sign(context, payload), signature)) return null;
  const claims = claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return claims.expires > Date.now() ? claims.audience : null;
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function sign(context: SimulatorContext, payload: string): string {
  return createHmac('sha256', context.settings.clientSecret).update(payload).digest('base64url');
}

function tokenError(error: string, description: string): ApiError {
  return new ApiError(401, { error, error_description: description });
}

/** Middleware that requires a feature of the app to be on. */
export function requireFeature({ settings }: SimulatorContext, feature: Feature): MiddlewareHandler {
  return async (_c, next) => {
    const { features } = settings;
    if (features && !features.includes(feature)) throw notAuthorized();
    await next();
  };
}

const lifetimeSeconds = 32_400;

/** POST /v1/oauth2/token: HTTP Basic with client id and secret, or with only the client id for a browser. */
export function oauthRoutes(context: SimulatorContext): Hono {
  const app = new Hono();
  app.post('/v1/oauth2/token', async (c) => {
    const credentials = parseBasicHeader(c.req.header('authorization'));
    const [clientId, secret] = credentials ?? ['', ''];
    const { settings } = context;
    if (!isEqual(clientId, settings.clientId) || (secret !== '' && !isEqual(secret, settings.clientSecret)))
      throw tokenError('invalid_client', 'Client Authentication failed');
    const form = new URLSearchParams(await c.req.text());
    if (form.get('grant_type') !== 'client_credentials')
      throw new ApiError(400, {
        error: 'unsupported_grant_type',
        error_description: 'unsupported grant_type',
      });
    const audience: Audience = secret === '' ? 'browser' : 'server';
    const payments = 'https://uri.paypal.com/services/payments/payment';
    return c.json({
      scope: audience === 'server' ? `${payments}/refund ${payments} openid` : payments,
      access_token: issueToken(context, audience),
      token_type: 'Bearer',
      app_id: 'APP-80W284485P519543T',
      expires_in: lifetimeSeconds,
      nonce: `${new Date().toISOString()}${ids.debug()}`,
    });
  });
  return app;
}

function parseBasicHeader(header: string | undefined): [string, string] | null {
  const encoded = /^Basic (.+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? null : [text.slice(0, colon), text.slice(colon + 1)];
}

/** Issues a token that `requireToken` accepts. It is signed and not stored, so that it survives a restart of the simulator. */
function issueToken(context: SimulatorContext, audience: Audience): string {
  const claims = { audience, expires: Date.now() + lifetimeSeconds * 1000, nonce: ids.debug() };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `A21AA.${payload}.${sign(context, payload)}`;
}
