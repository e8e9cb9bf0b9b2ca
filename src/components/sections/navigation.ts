/**
 * The index tabs of the screens behind the login, for each group of users. `when` lists the sessions that see the tabs (base.css).
 * `waiting` names the tab's number of waiting things, which islands/ui/TabCounts.tsx fills in. `screens` are further screens of
 * the tab.
 */
export const screenFrames: readonly ScreenFrame[] = [
  {
    label: 'Affiliate',
    when: 'in admin',
    tabs: [
      { href: '/affiliate-dashboard', label: 'Overview', screens: ['/affiliate-profile'] },
      { href: '/affiliate-links', label: 'Links' },
      { href: '/affiliate-commissions', label: 'Commissions' },
      { href: '/affiliate-statements', label: 'Statements' },
      { href: '/affiliate-payment', label: 'Payment and emails', screens: ['/account'] },
    ],
  },
  {
    label: 'Administration',
    when: 'admin',
    tabs: [
      { href: '/admin', label: 'Overview', waiting: 'admin' },
      { href: '/affiliate-admin', label: 'Affiliates', waiting: 'affiliates' },
      { href: '/customer-admin', label: 'Customers' },
      { href: '/newsletter-admin', label: 'Newsletter', waiting: 'newsletter' },
      { href: '/purchases-admin', label: 'Purchases', waiting: 'purchases' },
      { href: '/payouts', label: 'Payouts', waiting: 'payouts' },
      { href: '/user-profile-dashboard', label: 'Profiles', screens: ['/user-profile-admin'] },
      { href: '/figures-admin', label: 'Figures' },
      { href: '/audit-log', label: 'Log' },
    ],
  },
];

export interface ScreenFrame {
  readonly label: string;
  readonly when: 'in admin' | 'admin';
  readonly tabs: readonly ScreenTab[];
}

interface ScreenTab {
  readonly href: string;
  readonly label: string;
  readonly waiting?: string;
  readonly screens?: readonly string[];
}

/** Returns the frame of a screen, or undefined for a screen without tabs. */
export function findFrame(path: string): ScreenFrame | undefined {
  return screenFrames.find(({ tabs }) =>
    tabs.some(({ href, screens = [] }) => [href, ...screens].includes(path)),
  );
}

/** Returns the path of a page as visitors see it. The URL of a built page ends in `.html`. */
export function visiblePath({ pathname }: URL): string {
  return pathname.replace(/(?:\/?index)?\.html$/, '').replace(/(.)\/$/, '$1') || '/';
}
