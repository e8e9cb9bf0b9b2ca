import { withdrawalMessages } from './messages/withdrawals.ts';
import { site } from './site.ts';

/** Links of the navigation bar, in the order of the screen. */
export const mainLinks = [
  { href: '/', label: 'Home' },
  { href: '/founders', label: 'Founders' },
  { href: '/about', label: 'About' },
  { href: '/vision', label: 'Vision' },
  { href: '/data-principles', label: 'Data Ownership' },
  { href: '/buy', label: 'Buy Now' },
  { href: '/affiliate-program', label: 'Affiliate Program' },
] as const;

export const signedOutLinks = [
  { href: '/login', label: 'Login' },
  { href: '/signup', label: 'Sign Up' },
] as const;

/** `when: admin` limits a link to admins (base.css). */
export const signedInLinks = [
  { href: '/affiliate-dashboard', label: 'Dashboard', when: undefined },
  { href: '/admin', label: 'Admin', when: 'admin' },
  { href: '/user-profile-dashboard', label: 'User Profiles', when: 'admin' },
] as const;

/** The link in the last line of the footer: the index at the back of the book. */
export const indexLink = { href: '/a-z', label: `${site.tagline}, from A to Z` } as const;

/** Index of the site in the footer: each group is a tab with its links below it. */
export const footerGroups = [
  {
    title: 'Product',
    links: [
      { href: '/features', label: 'Features' },
      { href: '/features-groups', label: 'Groups' },
      { href: '/find-duplicates', label: 'Find duplicates' },
      { href: '/why', label: `Why ${site.product}` },
      { href: '/compare', label: 'Compare' },
      { href: '/download', label: 'Download' },
      { href: '/buy', label: 'Buy Now' },
      { href: '/purchases', label: 'Your purchases' },
      { href: '/release-notes', label: 'Release notes' },
    ],
  },
  {
    title: 'Company',
    links: [
      { href: '/about', label: 'About' },
      { href: '/vision', label: 'Vision' },
      { href: '/data-principles', label: 'Data Ownership' },
      { href: '/founders', label: 'Founders' },
      { href: '/press', label: 'Press' },
      { href: '/contact-us', label: 'Contact Us' },
      { href: site.xUrl, label: 'Follow on X' },
    ],
  },
  {
    title: 'Affiliates',
    links: [
      { href: '/affiliate-program', label: 'Affiliate Program' },
      { href: '/affiliate-program#apply', label: 'How to apply' },
      { href: '/affiliate-pitch', label: 'Post templates' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { href: '/terms', label: 'Terms' },
      { href: '/privacy-policy', label: 'Privacy Policy' },
      { href: '/withdraw', label: withdrawalMessages.withdraw },
      { href: '/withdraw?for=cancellation#form', label: withdrawalMessages.cancel },
      { href: '/security', label: 'Security' },
      { href: '/accessibility', label: 'Accessibility' },
    ],
  },
] as const;
