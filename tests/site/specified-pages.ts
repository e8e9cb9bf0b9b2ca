import { alternativeNames } from '../../src/copy/schemas/alternatives-section.ts';
import { offer } from '../../src/shared/offer.ts';
import { plans, requirements } from '../../src/shared/plans.ts';
import { site } from '../../src/shared/site.ts';
import { newestRelease, offeredFiles, offeredReleases } from '../offered-releases.ts';

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Texts and links (address by label) that the specification and the shop’s terms require on each page. */
export const specifiedPages: Record<string, { texts: (string | RegExp)[]; links?: Record<string, string> }> =
  {
    '/': {
      texts: [
        site.tagline,
        'Now Live!',
        /own computer/,
        'CSV import and export',
        'Groups and categories',
        'Tags',
        'Duplicate detection',
        'Archive',
        'Office integration',
        'Google Contacts sync',
        'Coming soon',
        'Warranty registration tracking',
        'Cloud backup',
        'Syncing',
        'Name (optional)',
        'Email',
        'Subscribe',
      ],
      links: {
        'Get Started Now': '/buy',
        'Explore Features': '/features',
        'Why Choose Us': '/why',
        'Read the terms of the affiliate program': '/affiliate-program',
      },
    },
    '/buy': {
      texts: [
        ...plans.flatMap(({ name, features }) => [name, ...features]),
        'Most Popular',
        '$59.99',
        '$49.99',
        "for one year, doesn't renew",
        'per year, renews until you cancel',
        offer.trying,
        ...requirements.platforms.map(({ short }) => short),
        ...requirements.system,
        ...requirements.online,
        ...requirements.connections,
      ],
      links: {
        'Download Now': '/download',
        'by writing to us': '/terms#how-to-cancel',
        'with a form': '/withdraw?for=cancellation',
        ask: '/withdraw?for=money-back',
      },
    },
    '/terms': {
      texts: [
        'renews every year at $49.99 until you cancel',
        'Automatic payments',
        'Ask within 14 days of a payment',
        `The seller is ${site.seller.name}`,
      ],
      links: {
        [site.email]: `mailto:${site.email}`,
        'your purchases': '/purchases',
        'Withdraw from a contract': '/withdraw?for=withdrawal',
        'Cancel contracts here': '/withdraw?for=cancellation',
        'Ask for your money back': '/withdraw?for=money-back',
      },
    },
    '/do-not-buy': { texts: [`Please do not buy ${site.product}.`], links: { 'Buy it anyway': '/buy' } },
    '/about': {
      texts: [site.email, 'What we believe', 'Who we are'],
      links: { [site.email]: `mailto:${site.email}` },
    },
    '/vision': {
      texts: [
        'Memories',
        'Notes',
        'Photos',
        'Life events',
        'Timelines',
        'AI reminders',
        'Tagging and grouping',
        'Privacy-first storage',
        /planned and coming soon/,
      ],
    },
    '/founders': {
      texts: [
        /by invitation only/,
        'Early access',
        'Lifetime discount',
        'Direct input',
        'Exclusive community',
      ],
      links: { [site.email]: `mailto:${site.email}` },
    },
    '/download': {
      texts: [
        ...offeredFiles,
        `Current version ${newestRelease.short}`,
        'On a Mac',
        'On Windows',
        'Windows installer Coming soon',
        'macOS 12 or newer',
        'Windows 10/11',
        '2 GB RAM',
        '500 MB disk',
      ],
      links: {
        'Read the release notes': '/release-notes',
        'choose a plan': '/buy',
        [site.email]: `mailto:${site.email}`,
      },
    },
    '/features': {
      texts: [
        'CSV import and export',
        'Groups and categories',
        'Tags',
        'Duplicate detection',
        'Archive',
        'Office integration',
        'Google Contacts sync',
        'Warranty registration tracking',
        'No phone app',
      ],
      links: { 'See how groups work': '/features-groups' },
    },
    '/features-groups': {
      texts: ['How groups work'],
      links: { 'Download Now': '/download', 'Explore Features': '/features' },
    },
    '/release-notes': {
      texts: [
        ...offeredReleases.map(({ version, date }) => `Version ${version} ${month.format(date)}`),
        'Latest',
      ],
      links: { [`Download version ${newestRelease.short}`]: '/download' },
    },
    '/consolidate': {
      texts: [/everywhere/],
      links: { [`Get ${site.product} Now`]: '/buy', 'Try Free Download First': '/download' },
    },
    '/why': {
      texts: [
        'Business professionals',
        'Family organizers',
        'Social connectors',
        'Privacy-conscious users',
        'Legacy preservers',
        'Product owners',
      ],
      links: {
        'Consolidate your contacts': '/consolidate',
        'Buy Now': '/buy',
        'Explore Features': '/features',
        'Why not, then?': '/why-not',
        'The Carvalhos Families': '/why/families',
        'Doyle, come up Clubs': '/why/clubs',
        'Adeyemi & Co. Small businesses': '/why/small-firms',
        'Adler, est. 1911 Remembering': '/why/remembering',
      },
    },
    '/why-not': {
      texts: ['Every excuse for not having an address book'],
      links: { 'Download Now': '/download', 'Buy Now': '/buy' },
    },
    '/affiliate-program': {
      texts: [
        '25% on referrals and renewals for all of 2025',
        '25% for the first year',
        'Normal renewal commission 10%',
        '60 days (cookie)',
        'Commissions calculated Monthly',
        'Commissions paid The following month',
        '$100, or no minimum threshold',
        'Within 2 business days',
        'Payment setup By email to support',
      ],
      links: {
        'Create an account': '/signup',
        'Read the pitch': '/affiliate-pitch',
        'Sign in': '/login',
        'Apply Now': '#apply',
      },
    },
    '/affiliate-pitch': {
      texts: [
        'Long-form posts',
        'Short-form posts',
        'Customization tips',
        '25% on new subscriptions and renewals through 2025',
        'No minimum threshold',
        '$97-297 per month',
        'Copy',
      ],
      links: { 'Apply Now': '/signup', 'Learn More': '/affiliate-program' },
    },
    '/user-profile': {
      texts: ['This is a demo', 'Sample data'],
      links: { 'Buy Now': '/buy' },
    },
    '/privacy-policy': {
      texts: [
        'Last policy update: July 10, 2025',
        'We collect no visitor data',
        'email address',
        'payment information',
        '60 days',
      ],
    },
    '/security': {
      texts: ['PayPal handles your card', 'How to report a vulnerability', 'We pay no bounties'],
      links: { [site.email]: `mailto:${site.email}`, 'privacy policy': '/privacy-policy' },
    },
    '/data-principles': { texts: [/belongs to you/, 'Your computer is where it stays'] },
    '/contact-us': {
      texts: ['Frequently asked questions', /by email only/],
      links: { [site.email]: `mailto:${site.email}` },
    },
    '/a-z': {
      texts: ['Index', /Gmail see Google Contacts/],
      links: { 'Affiliate program': '/affiliate-program', 'Google Contacts': '#google-contacts' },
    },
    '/compare': {
      texts: [
        ...Object.values(alternativeNames),
        `Where ${site.product} loses`,
        'Sources, and the date each was read',
      ],
      links: { 'Data Ownership': '/data-principles' },
    },
    '/why/families': { texts: ["What it can't do for a family"], links: { 'Download Now': '/download' } },
    '/why/clubs': { texts: ["What it can't do for a club"], links: { 'Download Now': '/download' } },
    '/why/small-firms': { texts: ["What it can't do for a business"], links: { 'Buy Now': '/buy' } },
    '/why/remembering': { texts: ["What it can't do"], links: { 'Download Now': '/download' } },
    '/press': {
      texts: [`Current version ${newestRelease.short}`, site.seller.name],
      links: { SVG: '/press/window.svg', PNG: '/press/logo.png', [site.email]: `mailto:${site.email}` },
    },
    '/accessibility': {
      texts: ["Doesn't work", "We don't know"],
      links: { [site.email]: `mailto:${site.email}` },
    },
    '/404': { texts: ['Unexpected Application Error!'] },
  };
