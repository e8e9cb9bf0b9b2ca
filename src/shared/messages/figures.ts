import { dayRange, formatLongDate, monthName } from '../dates.ts';
import { pluralize } from '../text.ts';

/** The figures of a period, in the order of a purchase. */
export const figureNames = {
  views: 'Views',
  plans_chosen: 'Plans chosen',
  payments_begun: 'Payments started',
  paid: 'Paid',
  newsletter_confirmed: 'Newsletter',
  downloads: 'Downloads',
} as const;

export type FigureName = keyof typeof figureNames;

/** Texts of the owner's figures. */
export const figureMessages = {
  loading: 'Loading the figures…',
  nothingYet: 'Nothing has been counted yet. The next page view will appear here.',
  period: 'Period',
  periods: { week: 'Weeks', day: 'Days' },
  page: 'Views of',
  allPages: 'All pages',
  shown: 'Chart shows',
  download: 'Download CSV',
  downloading: 'Downloading…',
  chart: { week: 'The figures by week', day: 'The figures by day' },
  viewsOf: (page: string) => `Views of ${page}`,
  earlier: { week: '13 earlier weeks', day: '14 earlier days' },
  later: { week: '13 later weeks', day: '14 later days' },
  start: { week: 'Week of', day: 'Day' },
  funnel: 'From view to payment',
  funnelDays: (first: string, last: string) => `${dayRange(first, last, formatLongDate)}.`,
  funnelSteps: {
    buy_views: (number: number) => `${pluralize(number, 'view')} of /buy`,
    plans_chosen: (number: number) => pluralize(number, 'plan chosen', 'plans chosen'),
    payments_begun: (number: number) =>
      pluralize(number, 'payment started at PayPal', 'payments started at PayPal'),
    paid: (number: number) => pluralize(number, 'purchase was paid', 'purchases were paid'),
  },
  funnelShare: {
    plans_chosen: (share: string) => `${share} of the views of /buy`,
    payments_begun: (share: string) => `${share} of the chosen plans`,
    paid: (share: string) => `${share} of started payments`,
  },
  funnelNote:
    'Payments come from PayPal and are complete. The other steps miss what browsers don’t report, so a share can be above 100%.',
  pages: 'Pages',
  noPages: 'No page has been viewed yet.',
  affiliates: 'Affiliates',
  noAffiliates: 'No affiliate link has been clicked yet.',
  links: 'Your links',
  linksIntro:
    'For your own letters and posts. A link leads to the home page. To link to another page, add the link’s ending to that page’s address.',
  noLinks: 'You have no links yet.',
  linkName: 'Name for the new link',
  linkNameHint: 'Only admins see it. For example, “Spring letter”.',
  makeLink: 'Create link',
  makingLink: 'Creating…',
  linkMade: (name: string) => `“${name}” is ready. Copy it from its row.`,
  copyLink: 'Copy link',
  linkCopied: (url: string) => `Copied: ${url}`,
  deleteLink: 'Delete',
  confirmDeleteLink: (name: string) => `Delete the link “${name}”?`,
  linkDeletes:
    'Its figures are deleted, too. The address still leads to the page, but isn’t counted anymore.',
  linkDeleted: (name: string) => `“${name}” was deleted with its figures.`,
  linksNote:
    'Everything that happens in a tab opened through a link counts toward that link until the tab is closed. If one visitor views 100 pages, that’s 100 views. Payments here are the ones that browsers report.',
  about: 'What is counted',
  counted: [
    'A visitor who opens three pages counts as three views. Nothing tells visitors apart, so there are no visitor numbers.',
    'Browsers that ask not to be tracked, or that run no scripts, aren’t counted. Programs that act like a browser are counted.',
    'Choosing a plan, starting a payment and downloading an installer count once for each view of the page.',
    '“Paid” counts the first completed payment of each purchase, on the day it was made. “Newsletter” counts the confirmed subscriptions that are still on our list.',
    'Your admin pages, and pages behind a private link, aren’t counted.',
  ],
} as const;

/** Formats a UTC day for a chart: `Nov 23`. */
export function shortDay(day: string): string {
  return `${monthName(day.slice(0, 7), 'short')} ${String(Number(day.slice(8)))}`;
}

/** Formats a share of a number as a percentage, or returns null if the number is zero. */
export function formatShare(part: number, whole: number): string | null {
  return whole === 0 ? null : formatPercent(Math.round((part / whole) * 1_000) / 10);
}

/** Formats percent with at most one decimal: `2.5%`. */
export function formatPercent(percent: number): string {
  return `${String(percent)}%`;
}

/** Formats a count with separators: `1,240`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Formats a count of an axis, where large numbers would overlap: `20k`. */
export function formatTick(count: number): string {
  return count < 10_000 ? formatCount(count) : `${formatCount(count / 1_000)}k`;
}
