/**
 * Index tabs of the admins' screens. `waiting` names the tab's number of waiting things, which islands/ui/TabCounts.tsx fills
 * in. `screens` are further screens of the tab.
 */
export const adminTabs: readonly AdminTab[] = [
  { href: '/admin', label: 'Overview', waiting: 'admin' },
  { href: '/affiliate-admin', label: 'Affiliates', waiting: 'affiliates' },
  { href: '/customer-admin', label: 'Customers' },
  { href: '/newsletter-admin', label: 'Newsletter', waiting: 'newsletter' },
  { href: '/purchases-admin', label: 'Purchases', waiting: 'purchases' },
  { href: '/payouts', label: 'Payouts', waiting: 'payouts' },
  { href: '/user-profile-dashboard', label: 'Profiles', screens: ['/user-profile-admin'] },
  { href: '/figures-admin', label: 'Figures' },
  { href: '/audit-log', label: 'Log' },
];

interface AdminTab {
  readonly href: string;
  readonly label: string;
  readonly waiting?: string;
  readonly screens?: readonly string[];
}

/** Returns the path of a page as visitors see it. The URL of a built page ends in `.html`. */
export function visiblePath({ pathname }: URL): string {
  return pathname.replace(/(?:\/?index)?\.html$/, '').replace(/(.)\/$/, '$1') || '/';
}
