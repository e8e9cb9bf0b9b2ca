import { centsToDecimal } from '../../shared/money.ts';
import { currency, plans, requirements, type Plan } from '../../shared/plans.ts';
import { fileSize } from '../../shared/file-size.ts';
import { site } from '../../shared/site.ts';
import { addressOf } from '../addresses.ts';
import type { Node } from './node.ts';
import { publisher } from './organization.ts';

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
