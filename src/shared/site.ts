/**
 * The name and the addresses of the product. Pages, Markdown placeholders (`{product}`, `{email}`), emails and structured
 * data read them from here, so a rename changes only this file.
 */
export const site = {
  product: 'Kithbook',
  tagline: 'The address book that stays yours',
  email: 'support@kithbook.example',
  /** The support address of the Annual Subscription, named in its receipts and on /purchases. */
  priorityEmail: 'priority@kithbook.example',
  xHandle: '@kithbook',
  xUrl: 'https://x.com/kithbook',
  /** The address in production, for canonical links. Referral links in the browser use the visitor's origin. */
  url: 'https://kithbook.example',
  /** The GitHub repository (owner/name) and the branch that the content editor at /cms writes to. */
  repository: { name: 'kithbook.example/kithbook-site', branch: 'main' },
  /** The seller of the program. This one is invented: a production build, the doctor and the sending of letters refuse it. */
  seller: {
    name: 'Example Address Books Ltd',
    street: '1 Example Street',
    town: 'Exampleton EX1 2EX',
    country: 'Exampleland',
    register: 'Example Company Register, number 000000',
    taxNumber: 'Example tax number 000000000',
    person: 'Erin Example',
  },
} as const;
