import * as z from 'zod/mini';
import { maxLengths } from '../../../shared/max-lengths.ts';

/** A violation of a page's Content-Security-Policy, without anything about the page's visitor. */
export interface Violation {
  /** The directive that blocked, such as `script-src-elem`. */
  readonly directive: string;
  /** The blocked host, `self` for our own host, or a word such as `inline`, `eval` or `data`. */
  readonly host: string;
}

/** The most violations of one request that are counted. */
const maxReports = 50;

/** A field of a report. Anything but a text counts as missing. */
const field = z.catch(z.optional(z.string()), undefined);

/**
 * The fields that we read, by their names in reports of `report-uri` and of `report-to`. The sample, the referrer and the policy
 * are never read.
 */
const reportFields = z.object({
  'document-uri': field,
  'effective-directive': field,
  'violated-directive': field,
  'blocked-uri': field,
  'source-file': field,
  documentURL: field,
  effectiveDirective: field,
  blockedURL: field,
  sourceFile: field,
});

const oldReport = z.object({ 'csp-report': reportFields });
const newReport = z.object({ type: z.literal('csp-violation'), body: reportFields });

/** The body of a request, for the document of the API. Browsers differ: every body is read as far as possible. */
export const reportBody = z.unknown();

/** Returns the fields of one report, or null for anything else. */
function readReport(entry: unknown): z.infer<typeof reportFields> | null {
  return oldReport.safeParse(entry).data?.['csp-report'] ?? newReport.safeParse(entry).data?.body ?? null;
}

/**
 * Returns the violations of a body: one report, or a list of reports. Leaves out entries that cannot be read, other kinds of reports,
 * and violations by browser extensions.
 */
export function readViolations(body: unknown): readonly Violation[] {
  const entries: readonly unknown[] = Array.isArray(body) ? body : [body];
  const reports = entries
    .map(readReport)
    .filter((report) => report !== null)
    .map((report) => ({
      page: report['document-uri'] ?? report.documentURL,
      directive: report['effective-directive'] ?? report['violated-directive'] ?? report.effectiveDirective,
      blocked: report['blocked-uri'] ?? report.blockedURL,
      source: report['source-file'] ?? report.sourceFile,
    }));
  return reports.slice(0, maxReports).flatMap(({ page, directive, blocked, source }) => {
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
