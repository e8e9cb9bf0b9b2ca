import { commonHeaders, policyText, type Directives } from '../../shared/security-headers.ts';
import { basePolicy } from './page-policy.ts';
import type { PageRow } from './page-rows.ts';

/** Headers for the addresses that a pattern of the platform's matches. */
export interface HeaderRule {
  readonly for: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Only pages of the site load it. */
const ownUse = { 'Cross-Origin-Resource-Policy': 'same-origin' } as const;

/** Files whose names change with their content. */
const lasting = { ...ownUse, 'Cache-Control': 'public, max-age=31536000, immutable' } as const;

/**
 * The rules that stand before those of the pages. Share images, icons and feeds are for other sites to show.
 * A page's policy repeats all of the first rule's, so that it holds whether the platform joins or replaces them.
 */
export const siteRules: readonly HeaderRule[] = [
  { for: '/*', values: { ...commonHeaders, 'Content-Security-Policy': policyText(basePolicy) } },
  { for: '/_astro/*', values: lasting },
  { for: '/cms-files/*', values: lasting },
];

/** A page's path by its file in the build: '/' for 'index.html', '/buy' for 'buy.html'. */
export const pathOf = (file: string): string => `/${file.replace(/(?:(^|\/)index)?\.html$/, '')}`;

/** The rules of a page: one for each address that the platform serves its file at. */
export const pageRules = (file: string, policy: Directives, row: PageRow): readonly HeaderRule[] => {
  const values = { 'Content-Security-Policy': policyText(policy), ...ownUse, ...row.headers };
  return [pathOf(file), `/${file}`, ...(row.alsoAt ?? [])].map((path) => ({ for: path, values }));
};

/** The platform's `_headers` file, by https://docs.netlify.com/manage/routing/headers. */
export const headersFile = (rules: readonly HeaderRule[]): string =>
  rules
    .map(({ for: pattern, values }) =>
      [pattern, ...Object.entries(values).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'),
    )
    .join('\n');
