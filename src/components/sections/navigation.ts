/** Links of the navigation bar and the footer, in the order of the screen. */
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

export const footerLinks = [
  { href: '/privacy-policy', label: 'Privacy Policy' },
  { href: '/contact-us', label: 'Contact Us' },
] as const;
