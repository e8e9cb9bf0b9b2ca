import { createHmac, timingSafeEqual } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { ids } from '../ids.ts';
import type { Feature } from '../settings.ts';
import type { World } from '../world.ts';
import { ApiError, authenticationFailure, notAuthorized } from './api-error.ts';

/** 'server' is made with the secret; 'browser' with the public client id alone, and may do less. */
type Audience = 'server' | 'browser';

const lifetimeSeconds = 32_400;
const claimsSchema = z.object({ audience: z.enum(['server', 'browser']), expires: z.number() });

const equal = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const sign = (world: World, payload: string): string =>
  createHmac('sha256', world.settings.clientSecret).update(payload).digest('base64url');

/** A bearer token; signed rather than stored, so that it survives a restart of the simulator. */
const issueToken = (world: World, audience: Audience): string => {
  const claims = { audience, expires: Date.now() + lifetimeSeconds * 1000, nonce: ids.debug() };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `A21AA.${payload}.${sign(world, payload)}`;
};

const audienceOf = (world: World, token: string): Audience | null => {
  const [prefix, payload = '', signature = ''] = token.split('.');
  if (prefix !== 'A21AA' || !equal(sign(world, payload), signature)) return null;
  const claims = claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return claims.expires > Date.now() ? claims.audience : null;
};

const tokenError = (error: string, description: string): ApiError =>
  new ApiError(401, { error, error_description: description });

/** Lets a call through that carries a token of one of these audiences. */
export const bearer =
  (world: World, ...allowed: Audience[]): MiddlewareHandler =>
  async (c, next) => {
    const token = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (token === undefined) throw authenticationFailure();
    const audience = audienceOf(world, token);
    if (audience === null) throw tokenError('invalid_token', 'Token signature verification failed');
    if (!allowed.includes(audience)) throw notAuthorized();
    await next();
  };

/** Lets only calls through of an app that has this feature. */
export const feature =
  ({ settings }: World, wanted: Feature): MiddlewareHandler =>
  async (_c, next) => {
    const { features } = settings;
    if (features && !features.includes(wanted)) throw notAuthorized();
    await next();
  };

const credentialsOf = (header: string | undefined): [string, string] | null => {
  const encoded = /^Basic (.+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? null : [text.slice(0, colon), text.slice(colon + 1)];
};

/** POST /v1/oauth2/token: HTTP Basic with client id and secret, or with the id alone for a browser. */
export const oauthRoutes = (world: World): Hono => {
  const app = new Hono();
  app.post('/v1/oauth2/token', async (c) => {
    const credentials = credentialsOf(c.req.header('authorization'));
    const [clientId, secret] = credentials ?? ['', ''];
    const { settings } = world;
    if (!equal(clientId, settings.clientId) || (secret !== '' && !equal(secret, settings.clientSecret)))
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
      access_token: issueToken(world, audience),
      token_type: 'Bearer',
      app_id: 'APP-80W284485P519543T',
      expires_in: lifetimeSeconds,
      nonce: `${new Date().toISOString()}${ids.debug()}`,
    });
  });
  return app;
};
