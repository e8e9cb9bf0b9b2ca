import * as z from 'zod/mini';
import { maxLengths } from '../../shared/max-lengths.ts';

/** A violation of a page's Content-Security-Policy, without anything about the page's visitor. */
export interface Violation {
  /** The directive that blocked, such as `script-src-elem`. */
  readonly directive: string;
  /** The blocked host, `self` for our own host, or a word such as `inline`, `eval` or `data`. */
  readonly host: string;
}

/** The most violations that one request may report. */
const maxReports = 50;

/** The fields of a report that we read. The sample, the referrer and the policy are never read. */
const oldReport = z.object({
  'csp-report': z.object({
    'document-uri': z.optional(z.string()),
    'effective-directive': z.optional(z.string()),
    'violated-directive': z.optional(z.string()),
    'blocked-uri': z.optional(z.string()),
    'source-file': z.nullish(z.string()),
  }),
});

const newReport = z.object({
  type: z.string(),
  body: z.optional(
    z.nullable(
      z.object({
        documentURL: z.nullish(z.string()),
        effectiveDirective: z.nullish(z.string()),
        blockedURL: z.nullish(z.string()),
        sourceFile: z.nullish(z.string()),
      }),
    ),
  ),
});

/** The bodies of `application/csp-report` and of `application/reports+json`. */
export const reportBody = z.union([oldReport, z.array(newReport).check(z.maxLength(maxReports))]);

/** Returns the violations of a body. Other kinds of reports, and what browser extensions did, are left out. */
export function readViolations(body: z.infer<typeof reportBody>): readonly Violation[] {
  const reports = Array.isArray(body)
    ? body
        .filter(({ type }) => type === 'csp-violation')
        .map(({ body: fields }) => ({
          page: fields?.documentURL,
          directive: fields?.effectiveDirective,
          blocked: fields?.blockedURL,
          source: fields?.sourceFile,
        }))
    : [
        {
          page: body['csp-report']['document-uri'],
          directive: body['csp-report']['effective-directive'] ?? body['csp-report']['violated-directive'],
          blocked: body['csp-report']['blocked-uri'],
          source: body['csp-report']['source-file'],
        },
      ];
  return reports.flatMap(({ page, directive, blocked, source }) => {
    const name = directiveName(directive ?? '');
    const host = isOfExtension(source ?? '') ? null : blockedHost(blocked ?? '', page ?? '');
    return name === null || host === null ? [] : [{ directive: name, host }];
  });
}

const directives: ReadonlySet<string> = new Set([
  'base-uri',
  'child-src',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'require-trusted-types-for',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'worker-src',
]);

/** Returns the known directive at the beginning of a text. Older browsers also send its sources. */
function directiveName(text: string): string | null {
  const name = /^[a-z-]+/.exec(text)?.[0] ?? '';
  return directives.has(name) ? name : null;
}

/** True for an address in a browser extension, or in the browser itself. */
function isOfExtension(address: string): boolean {
  return /^(?:[a-z-]*extension|chrome|resource|webkit-masked-url|sandbox eval code)\b/i.test(address);
}

/** Words that browsers send instead of the address of a resource. */
const blockedWords: ReadonlySet<string> = new Set([
  'eval',
  'inline',
  'self',
  'trusted-types-policy',
  'trusted-types-sink',
  'wasm-eval',
]);

/** Schemes without a host. Browsers send the scheme alone. */
const schemes: ReadonlySet<string> = new Set(['about', 'blob', 'data', 'filesystem']);

/** Returns the blocked host or word. Returns null for extensions and unknown schemes. */
function blockedHost(blocked: string, page: string): string | null {
  if (blocked === '') return 'inline';
  if (blockedWords.has(blocked)) return blocked;
  const scheme = /^[a-z][a-z0-9+.-]*(?=:|$)/.exec(blocked.toLowerCase())?.[0] ?? '';
  if (schemes.has(scheme)) return scheme;
  if (!/^(?:https?|wss?)$/.test(scheme)) return null;
  const host = URL.parse(blocked)?.hostname ?? '';
  if (host === URL.parse(page)?.hostname) return 'self';
  return /^[a-z0-9.:[\]-]+$/.test(host) && host.length <= maxLengths.blockedHost ? host : null;
}
