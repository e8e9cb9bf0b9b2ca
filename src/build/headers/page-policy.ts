import { type Directives, hashSource, policyText, reportDirectives } from '../../shared/security-headers.ts';
import type { HeaderSettings } from './settings.ts';

/** The directives of every policy that `default-src` does not cover. */
const commonDirectives: Directives = {
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/** Policy of all addresses that are not pages. Every page policy contains it, so a page may get both. */
export const basePolicy: Directives = { 'object-src': ["'none'"], ...commonDirectives };

/** Policy of scripts that run as workers: they may load and send nothing. It has no effect when a page loads the file as an ordinary script. */
export const workerPolicy: Directives = { 'default-src': ["'none'"], ...basePolicy };

/** Policy of a page without exceptions: files of this site only. */
const strictPolicy: Directives = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  ...commonDirectives,
};

/** Forbids scripts to turn text into markup or code. Our own scripts never do. */
const trustedTypes: Directives = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
};

/** Additions to the strict policy. */
export interface PolicyAdditions {
  readonly sources: readonly Directives[];
  /** Directives that replace those of the strict policy. */
  readonly replaced?: Directives;
  /** True if third-party scripts run on the page. */
  readonly hasForeignScripts: boolean;
}

/** Returns the policy of a built page, with the hashes of its inline scripts and styles. */
export async function pagePolicy(
  html: string,
  { sources, replaced, hasForeignScripts }: PolicyAdditions,
): Promise<Directives> {
  const strict = hasForeignScripts ? strictPolicy : { ...strictPolicy, ...trustedTypes };
  const withSources = sources.reduce(addSources, { ...strict, ...replaced });
  const withScriptHashes = addSources(withSources, { 'script-src': await hashesOf(html, inlineScript) });
  // A hash would disable 'unsafe-inline'.
  return withScriptHashes['style-src']?.includes("'unsafe-inline'")
    ? withScriptHashes
    : addSources(withScriptHashes, { 'style-src': await hashesOf(html, inlineStyle) });
}

/** Inline scripts that run. JSON-LD is data and needs no hash. */
const inlineScript = /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g;
const inlineStyle = /<style[^>]*>([\s\S]*?)<\/style>/g;

async function hashesOf(html: string, element: RegExp): Promise<string[]> {
  const texts = [...html.matchAll(element)].map(([, text = '']) => text);
  return Promise.all([...new Set(texts)].map(hashSource));
}

function addSources(policy: Directives, additions: Directives): Directives {
  const result: Record<string, readonly string[]> = { ...policy };
  for (const [directive, sources] of Object.entries(additions))
    result[directive] = [...new Set([...(result[directive] ?? []), ...sources])];
  return result;
}

/** Adds the policy to the head of a page that is served at any address. Only a header can forbid frames. */
export function withPolicyElement(html: string, policy: Directives): string {
  const { 'frame-ancestors': _, ...metaPolicy } = policy;
  const element = `<meta http-equiv="Content-Security-Policy" content="${policyText(metaPolicy)}">`;
  const result = html.replace(/<meta charset="?utf-8"?\s*\/?>/i, (charset) => charset + element);
  if (result === html) throw new Error('The page has no place for its policy.');
  return result;
}

/**
 * Returns the parts of a page whose scripts may call Firebase: its islands, and the script that only this page has. The script
 * for signing out calls nobody.
 */
export function tagsWithCalls(html: string): string {
  return (html.match(/<astro-island\b[^>]*>|<template id="own-script"[^>]*>[^]*?<\/template>/g) ?? []).join(
    '\n',
  );
}

/** Finds out which services a built page uses. `scripts` are the texts of the chunks of its islands. */
export function detectServices(
  html: string,
  scripts: readonly string[],
  settings: HeaderSettings,
): PolicyAdditions {
  const analytics = analyticsSources(html, settings);
  return {
    sources: [firebaseSources(scripts, settings), analytics ?? {}],
    hasForeignScripts: analytics !== null,
  };
}

const firebaseHosts = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

function firebaseSources(
  scripts: readonly string[],
  { hasAccounts, emulatorUrl }: HeaderSettings,
): Directives {
  if (!hasAccounts || !scripts.some((text) => text.includes('identitytoolkit.googleapis.com'))) return {};
  const emulator = emulatorUrl ? [new URL(emulatorUrl).origin] : [];
  return { 'connect-src': [...firebaseHosts, ...emulator], ...reportDirectives };
}

/** The hosts of https://developers.google.com/tag-platform/security/guides/csp for page views and events. */
const googleHosts = [
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.googletagmanager.com',
];

/** src/layouts/PageScripts.astro renders `<template id="analytics">` on pages with analytics. */
function analyticsSources(html: string, { analyticsUrl }: HeaderSettings): Directives | null {
  if (!analyticsUrl || !html.includes('<template id="analytics"')) return null;
  const { hostname, origin } = new URL(analyticsUrl);
  const hosts = hostname === 'www.googletagmanager.com' ? googleHosts : [origin];
  return { 'script-src': [origin], 'connect-src': hosts, 'img-src': hosts };
}
