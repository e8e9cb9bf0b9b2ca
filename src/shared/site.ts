/**
 * Everything that names the product. To rename it, edit this file alone: pages, Markdown
 * placeholders (`{product}`, `{email}`), e-mails and structured data read it from here.
 */
export const site = {
  product: 'Kithbook',
  tagline: 'The address book that stays yours',
  email: 'support@kithbook.example',
  xHandle: '@kithbook',
  xUrl: 'https://x.com/kithbook',
  /** Where the site lives in production; canonical links and referral links elsewhere use the visitor's origin. */
  url: 'https://kithbook.example',
  /** Where this project is kept at GitHub, as owner/name, and its branch; the content editor at /cms writes to it. */
  repository: { name: 'kithbook.example/kithbook-site', branch: 'main' },
} as const;
