import { convert } from 'html-to-text';
import type {
  BreadcrumbList,
  FAQPage,
  Offer,
  Organization,
  SoftwareApplication,
  UnitPriceSpecification,
  WebSite,
} from 'schema-dts';
import { site } from '../shared/site.ts';
import { addressOf } from './links.ts';
import { centsToDecimal } from '../shared/money.ts';
import { currency, type Plan, plans, requirements } from '../shared/plans.ts';
import { fileSize } from '../shared/text.ts';

/** A node with its properties. The types of schema.org also allow the address of a node. */
type Whole<Thing> = Exclude<Thing, string>;

/** A node of schema.org that pages have. */
export type Node = Whole<BreadcrumbList | FAQPage | Organization | WebSite | SoftwareApplication>;

interface PageNode {
  readonly path: string;
  readonly title: string;
  readonly parent?: string | undefined;
}

/** Returns the breadcrumbs from the home page to a page, or undefined for the home page. Throws for a missing parent. */
export function breadcrumbList(
  page: PageNode,
  pages: readonly PageNode[],
): Whole<BreadcrumbList> | undefined {
  if (page.path === '/') return undefined;
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ path: '/', title: site.product }, ...ancestors(page, pages), page].map(
      ({ path, title }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: title,
        item: addressOf(path),
      }),
    ),
  };
}

/** Returns the ancestors of a page without the home page, topmost first. */
function ancestors(
  { path, parent }: PageNode,
  pages: readonly PageNode[],
  descendants: readonly string[] = [],
): readonly PageNode[] {
  if (!parent || parent === '/') return [];
  const page = pages.find((other) => other.path === parent);
  if (!page) throw new Error(`The page ${path} names the parent ${parent}, which is no published page.`);
  if ([...descendants, path].includes(parent))
    throw new Error(`The page ${path} is above itself: see its parent ${parent}.`);
  return [...ancestors(page, pages, [...descendants, path]), page];
}

interface Question {
  readonly question: string;
  /** HTML. */
  readonly answer: string;
}

/** Returns HTML as one line of text, without the addresses of links. */
function lineOfText(html: string): string {
  const selectors = [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'ul', options: { itemPrefix: '• ' } },
  ];
  return convert(html, { wordwrap: false, selectors }).replaceAll(/\s+/g, ' ');
}

/** Returns the questions and answers of a page, as plain text. */
export function faqPage(questions: readonly Question[]): Whole<FAQPage> {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: lineOfText(answer) },
    })),
  };
}

const publisherId = addressOf('/#organization');

const publisher = { '@type': 'Organization', '@id': publisherId, name: site.product } as const;

/** Returns the publisher, for the home page. */
export function organization(): Whole<Organization> {
  return {
    ...publisher,
    url: addressOf('/'),
    logo: addressOf('/icons/512.png'),
    email: site.email,
    sameAs: [site.xUrl],
  };
}

/** Returns the publisher as the seller, for the page that says who sells. It has the same id. */
export function seller(): Whole<Organization> {
  return {
    ...publisher,
    legalName: site.seller.name,
    address: {
      '@type': 'PostalAddress',
      streetAddress: site.seller.street,
      addressLocality: site.seller.town,
      addressCountry: site.seller.country,
    },
    vatID: site.seller.taxNumber,
  };
}

/** Returns the site, for the home page. Search engines take its name from here. */
export function webSite(): Whole<WebSite> {
  return {
    '@type': 'WebSite',
    name: site.product,
    url: addressOf('/'),
    publisher: { '@id': publisherId },
  };
}

interface Release {
  readonly version: string;
  readonly date: Date;
  readonly anchor: string;
  readonly files: readonly { readonly href: string; readonly bytes: number }[];
}

const plansOnSale = plans.filter(({ disabled }) => !disabled);

/** Returns the program with its prices. The same id stands for the same program. It has no ratings yet. */
function pricedApplication(): Whole<SoftwareApplication> {
  return {
    '@type': 'SoftwareApplication',
    '@id': addressOf('/#application'),
    name: site.product,
    url: addressOf('/'),
    applicationCategory: 'UtilitiesApplication',
    operatingSystem: requirements.platforms.map(({ short }) => short).join(', '),
    offers: plansOnSale.map(offerOf),
  };
}

/** Returns the program with its prices, and how long they hold, for the page that sells it. */
export function soldApplication(): Whole<SoftwareApplication> {
  return {
    ...pricedApplication(),
    offers: plansOnSale.map((plan) => ({
      ...offerOf(plan),
      availability: 'https://schema.org/InStock',
      ...(plan.interval && { priceSpecification: yearlyPrice(plan) }),
    })),
  };
}

/** Returns the program with its description and its publisher, for the home page. */
export function describedApplication(description: string): Whole<SoftwareApplication> {
  return { ...pricedApplication(), description, publisher: { '@id': publisherId } };
}

/** Returns the program with its newest release, for the page with the downloads. */
export function downloadableApplication(release: Release): Whole<SoftwareApplication> {
  const [memory, storage] = requirements.system;
  const largestFile = Math.max(0, ...release.files.map(({ bytes }) => bytes));
  return {
    ...pricedApplication(),
    softwareVersion: release.version,
    downloadUrl: release.files.map(({ href }) => addressOf(href)),
    datePublished: release.date.toISOString().slice(0, 10),
    releaseNotes: addressOf(`/release-notes#${release.anchor}`),
    ...(largestFile > 0 && { fileSize: fileSize(largestFile) }),
    memoryRequirements: memory,
    storageRequirements: storage,
  };
}

function offerOf(plan: Plan): Whole<Offer> {
  return {
    '@type': 'Offer',
    name: plan.name,
    price: centsToDecimal(plan.priceCents),
    priceCurrency: currency,
    url: addressOf('/buy'),
  };
}

/** Returns the yearly price of a subscription. ANN is the code for a year in UN/CEFACT's list of units. */
function yearlyPrice({ priceCents }: Plan): UnitPriceSpecification {
  return {
    '@type': 'UnitPriceSpecification',
    price: centsToDecimal(priceCents),
    priceCurrency: currency,
    billingDuration: 1,
    billingIncrement: 1,
    unitCode: 'ANN',
  };
}

const context = 'https://schema.org';

/**
 * Serializes nodes for `<script type="application/ld+json">`. Escapes `<`, so that no text can close the script, and the two
 * line separators, for parsers that read it as JavaScript.
 */
export function serializeJsonLd(nodes: readonly object[]): string {
  const [singleNode] = nodes;
  const data =
    nodes.length === 1 ? { '@context': context, ...singleNode } : { '@context': context, '@graph': nodes };
  return JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
