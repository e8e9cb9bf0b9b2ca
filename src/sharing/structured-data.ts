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

/** Reference to the publisher. The home page has the full node. */
const publisher = { '@type': 'Organization', '@id': publisherId, name: site.product } as const;

/** Returns the publisher, for the home page. */
export function organization(): Whole<Organization> {
  return {
    ...publisher,
    url: addressOf('/'),
    logo: addressOf('/icons/512.png'),
    email: site.email,
    legalName: site.seller.name,
    address: {
      '@type': 'PostalAddress',
      streetAddress: site.seller.street,
      addressLocality: site.seller.town,
      addressCountry: site.seller.country,
    },
    vatID: site.seller.taxNumber,
    sameAs: [site.xUrl],
  };
}

/** Returns the site, for the home page. Search engines take its name from here. */
export function webSite(): Whole<WebSite> {
  return {
    '@type': 'WebSite',
    name: site.product,
    description: site.tagline,
    url: addressOf('/'),
    inLanguage: 'en',
    publisher: { '@id': publisherId },
  };
}

interface Release {
  readonly version: string;
  readonly date: Date;
  readonly anchor: string;
  readonly files: readonly { readonly href: string; readonly bytes: number }[];
}

interface Application {
  readonly description: string;
  readonly release: Release;
  /** Names of the features that exist. */
  readonly features: readonly string[];
}

/**
 * Returns the program with its prices, for a page where it is sold or downloaded. The home page has the whole node, with the same
 * id. It has no ratings yet.
 */
export function soldApplication(): Whole<SoftwareApplication> {
  return {
    '@type': 'SoftwareApplication',
    '@id': addressOf('/#application'),
    name: site.product,
    url: addressOf('/'),
    applicationCategory: 'UtilitiesApplication',
    operatingSystem: requirements.platforms.map(({ short }) => short).join(', '),
    offers: plans.filter(({ disabled }) => !disabled).map(offerOf),
  };
}

/** Returns the whole program, in the properties that search engines document, for the home page. */
export function softwareApplication({
  description,
  release,
  features,
}: Application): Whole<SoftwareApplication> {
  const [memory, storage] = requirements.system;
  const largestFile = Math.max(0, ...release.files.map(({ bytes }) => bytes));
  return {
    ...soldApplication(),
    description,
    softwareVersion: release.version,
    downloadUrl: release.files.map(({ href }) => addressOf(href)),
    image: addressOf('/share/index.png'),
    applicationSubCategory: 'Address book',
    datePublished: release.date.toISOString().slice(0, 10),
    releaseNotes: addressOf(`/release-notes#${release.anchor}`),
    ...(largestFile > 0 && { fileSize: fileSize(largestFile) }),
    memoryRequirements: memory,
    storageRequirements: storage,
    featureList: features,
    publisher,
  };
}

function offerOf(plan: Plan): Offer {
  return {
    '@type': 'Offer',
    name: plan.name,
    description: plan.features.join(', '),
    price: centsToDecimal(plan.priceCents),
    priceCurrency: currency,
    ...(plan.interval && { priceSpecification: yearlyPrice(plan) }),
    availability: 'https://schema.org/InStock',
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
