/** The bar and the footer; the order is the order on the screen. */
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

/** `when` narrows an entry to some of the signed-in; base.css reads it. */
export const signedInLinks = [
  { href: '/affiliate-dashboard', label: 'Dashboard', when: undefined },
  { href: '/admin', label: 'Admin', when: 'admin' },
  { href: '/user-profile-dashboard', label: 'User Profiles', when: 'admin' },
] as const;

export const footerLinks = [
  { href: '/privacy-policy', label: 'Privacy Policy' },
  { href: '/contact-us', label: 'Contact Us' },
] as const;

/** The address that a visitor sees for a built page: `/buy.html` is `/buy`, `/index.html` is `/`. */
export const pathOf = (url: URL): string =>
  url.pathname.replace(/(?:\/?index)?\.html$/, '').replace(/(.)\/$/, '$1') || '/';
