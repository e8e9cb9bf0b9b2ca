/**
 * The name and the addresses of the product. Pages, Markdown placeholders (`{product}`, `{email}`), emails and structured
 * data read them from here, so a rename changes only this file.
 */
export const site = {
  product: 'Kithbook',
  tagline: 'The address book that stays yours',
  email: 'support@kithbook.example',
  xHandle: '@kithbook',
  xUrl: 'https://x.com/kithbook',
  /** The address in production, for canonical links. Referral links in the browser use the visitor's origin. */
  url: 'https://kithbook.example',
  /** The GitHub repository (owner/name) and the branch that the content editor at /cms writes to. */
  repository: { name: 'kithbook.example/kithbook-site', branch: 'main' },
} as const;
