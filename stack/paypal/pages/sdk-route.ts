import { Hono, type Context } from 'hono';
import type { World } from '../world.ts';
import type { Assets } from './assets.ts';

const intents = new Set(['capture', 'authorize', 'subscription', 'tokenize', 'order']);

const problemOf = (world: World, query: Record<string, string>): string | null => {
  const { 'client-id': clientId, intent = 'capture', vault = 'false' } = query;
  if (!clientId) return "'client-id' not passed";
  if (clientId !== world.settings.clientId)
    return `client-id not recognized for either production or sandbox: ${clientId}`;
  if (!intents.has(intent)) return `Invalid query value for intent: ${intent}`;
  if (!['true', 'false'].includes(vault)) return `Invalid query value for vault: ${vault}`;
  return null;
};

const script = (c: Context, text: string, status: 200 | 400): Response =>
  c.body(text, status, {
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  });

/** GET /sdk/js: the v5 browser SDK, or a script that throws what is wrong with its address. */
export const sdkRoute = (world: World, assets: Assets): Hono => {
  const app = new Hono();
  app.get('/sdk/js', (c) => {
    const problem = problemOf(world, c.req.query());
    if (problem === null) return script(c, assets.sdk, 200);
    return script(c, `throw new Error(${JSON.stringify(`SDK Validation error: '${problem}'`)});`, 400);
  });
  return app;
};
