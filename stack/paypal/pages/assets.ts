import { Hono, type Context } from 'hono';
import type { SimulatorContext } from '../simulator-context.ts';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface Assets {
  sdk: string;
  approval: string;
  overview: string;
  style: string;
}

/** GET /sdk/js: the v5 browser SDK, or a script that throws an error about its query. */
export function sdkRoute(context: SimulatorContext, assets: Assets): Hono {
  const app = new Hono();
  app.get('/sdk/js', (c) => {
    const error = validateSdkQuery(context, c.req.query());
    if (error === null) return scriptResponse(c, assets.sdk, 200);
    return scriptResponse(c, `throw new Error(${JSON.stringify(`SDK Validation error: '${error}'`)});`, 400);
  });
  return app;
}

const intents = new Set(['capture', 'authorize', 'subscription', 'tokenize', 'order']);

function validateSdkQuery(context: SimulatorContext, query: Record<string, string>): string | null {
  const { 'client-id': clientId, intent = 'capture', vault = 'false' } = query;
  if (!clientId) return "'client-id' not passed";
  if (clientId !== context.settings.clientId)
    return `client-id not recognized for either production or sandbox: ${clientId}`;
  if (!intents.has(intent)) return `Invalid query value for intent: ${intent}`;
  if (!['true', 'false'].includes(vault)) return `Invalid query value for vault: ${vault}`;
  return null;
}

function scriptResponse(c: Context, text: string, status: 200 | 400): Response {
  return c.body(text, status, {
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  });
}

let cachedAssets: Promise<Assets> | null = null;

/** Builds the scripts and the style of the simulator, once in a process. */
export function buildAssets(): Promise<Assets> {
  return (cachedAssets ??= buildAll());
}

const scripts = {
  sdk: '../browser/sdk.ts',
  approval: '../browser/approval.ts',
  overview: '../browser/overview.ts',
};

async function buildAll(): Promise<Assets> {
  const [sdk, approval, overview, style] = await Promise.all([
    bundle(scripts.sdk),
    bundle(scripts.approval),
    bundle(scripts.overview),
    readFile(localPath('./style.css'), 'utf8'),
  ]);
  return { sdk, approval, overview, style };
}

async function bundle(entry: string): Promise<string> {
  const result = await build({
    entryPoints: [localPath(entry)],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    write: false,
    legalComments: 'none',
  });
  return result.outputFiles[0]?.text ?? '';
}

function localPath(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
