import { site } from '../../shared/site.ts';
import { addressOf, withWholeLinks } from '../links.ts';
import { centsToDecimal } from '../../shared/money.ts';
import { currency, type Plan, plans, requirements } from '../../shared/plans.ts';
import { fileSize } from '../../shared/text.ts';

type Json = string | number | boolean | undefined | readonly Json[] | { readonly [name: string]: Json };

/** A thing in schema.org's terms; a property that is undefined is not written. */
export interface Node {
  readonly '@type': string;
  readonly [property: string]: Json;
}

interface Step {
  readonly path: string;
  readonly title: string;
  readonly parent?: string | undefined;
}

/** The pages above a page, the highest first; throws where one names a parent that is not among `pages`. */
const above = (
  { path, parent }: Step,
  pages: readonly Step[],
  below: readonly string[] = [],
): readonly Step[] => {
  if (!parent || parent === '/') return [];
  const page = pages.find((other) => other.path === parent);
  if (!page) throw new Error(`The page ${path} names the parent ${parent}, which is no published page.`);
  if ([...below, path].includes(parent))
    throw new Error(`The page ${path} is above itself: see its parent ${parent}.`);
  return [...above(page, pages, [...below, path]), page];
};

/** The way from the home page to a page through its parents; undefined for the home page itself. */
export const breadcrumbList = (page: Step, pages: readonly Step[]): Node | undefined =>
  page.path === '/'
    ? undefined
    : {
        '@type': 'BreadcrumbList',
        itemListElement: [{ path: '/', title: site.product }, ...above(page, pages), page].map(
          ({ path, title }, place) => ({
            '@type': 'ListItem',
            position: place + 1,
            name: title,
            item: addressOf(path),
          }),
        ),
      };

interface Question {
  readonly question: string;
  /** The answer as HTML. */
  readonly answer: string;
}

/** The questions that the page at `path` shows, with their answers. */
export const faqPage = (questions: readonly Question[], path: string): Node => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: withWholeLinks(answer, path) },
  })),
});

const publisherId = addressOf('/#organization');

/** Who publishes, in a node that stands on the home page; every other page refers to it by its id. */
export const publisher = { '@type': 'Organization', '@id': publisherId, name: site.product } as const;

/** The publisher in full, for the home page. */
export const organization = (): Node => ({
  ...publisher,
  url: addressOf('/'),
  logo: addressOf('/icons/512.png'),
  email: site.email,
  sameAs: [site.xUrl],
});

/** The site, for the home page; search engines take its name from here. */
export const webSite = (): Node => ({
  '@type': 'WebSite',
  name: site.product,
  description: site.tagline,
  url: addressOf('/'),
  inLanguage: 'en',
  publisher: { '@id': publisherId },
});

interface Release {
  readonly version: string;
  readonly date: Date;
  readonly anchor: string;
  readonly files: readonly { readonly href: string; readonly bytes: number }[];
}

interface Application {
  readonly description: string;
  readonly release: Release;
  /** The names of what it does today. */
  readonly features: readonly string[];
}

/** A year is ANN in UN/CEFACT's list of units, which schema.org asks for. */
const billing = ({ interval, priceCents }: Plan) =>
  interval && {
    '@type': 'UnitPriceSpecification',
    price: centsToDecimal(priceCents),
    priceCurrency: currency,
    billingDuration: 1,
    billingIncrement: 1,
    unitCode: 'ANN',
  };

const offerOf = (plan: Plan): Node => ({
  '@type': 'Offer',
  name: plan.name,
  description: plan.features.join(', '),
  price: centsToDecimal(plan.priceCents),
  priceCurrency: currency,
  priceSpecification: billing(plan) ?? undefined,
  availability: 'https://schema.org/InStock',
  url: addressOf('/buy'),
});

/** The program with what it costs, in the properties that search engines document; it has no ratings yet. */
export const softwareApplication = ({ description, release, features }: Application): Node => {
  const [memory, storage] = requirements.system;
  const largest = Math.max(0, ...release.files.map(({ bytes }) => bytes));
  return {
    '@type': 'SoftwareApplication',
    '@id': addressOf('/#application'),
    name: site.product,
    description,
    url: addressOf('/'),
    image: addressOf('/share/index.png'),
    applicationCategory: 'UtilitiesApplication',
    applicationSubCategory: 'Address book',
    operatingSystem: requirements.platforms.map(({ short }) => short).join(', '),
    softwareVersion: release.version,
    datePublished: release.date.toISOString().slice(0, 10),
    releaseNotes: addressOf(`/release-notes#${release.anchor}`),
    downloadUrl: release.files.map(({ href }) => addressOf(href)),
    fileSize: largest > 0 ? fileSize(largest) : undefined,
    memoryRequirements: memory,
    storageRequirements: storage,
    featureList: features,
    publisher,
    offers: plans.filter(({ disabled }) => !disabled).map(offerOf),
  };
};

const context = 'https://schema.org';

/**
 * Nodes as the content of `<script type="application/ld+json">`. No `<` is left in it, so no text can end
 * the script; the two line separators are escaped for parsers that read it as JavaScript.
 */
export const serializeJsonLd = (nodes: readonly Node[]): string => {
  const [only] = nodes;
  const data =
    nodes.length === 1 ? { '@context': context, ...only } : { '@context': context, '@graph': nodes };
  return JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
};
