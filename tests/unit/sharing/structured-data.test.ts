import { describe, expect, it } from 'vitest';
import { centsToDecimal } from '../../../src/shared/money.ts';
import { currency, plans } from '../../../src/shared/plans.ts';
import { site } from '../../../src/shared/site.ts';
import {
  breadcrumbList,
  describedApplication,
  downloadableApplication,
  faqPage,
  organization,
  seller,
  soldApplication,
  webSite,
  serializeJsonLd,
} from '../../../src/sharing/structured-data.ts';

const release = {
  version: '1.2.3',
  date: new Date('2025-08-15T00:00:00Z'),
  anchor: 'version-1-2-3',
  files: [
    { href: '/dist/one.zip', bytes: 48_200_000 },
    { href: '/dist/two.dmg', bytes: 51_000_000 },
  ],
};
const application = () => describedApplication('A book.');

describe('the program in structured data', () => {
  it('offers every enabled plan with its price', () => {
    const sold = plans.filter(({ disabled }) => !disabled);
    expect(application().offers).toHaveLength(sold.length);
    expect(application().offers).toMatchObject(
      sold.map(({ name, priceCents }) => ({
        '@type': 'Offer',
        name,
        price: centsToDecimal(priceCents),
        priceCurrency: currency,
        url: `${site.url}/buy`,
      })),
    );
    expect(JSON.stringify(application().offers)).toContain('"price":"59.99"');
  });

  it('has a yearly price for the subscription only', () => {
    const offers = plans.map(({ interval, priceCents }) => {
      const price = { price: centsToDecimal(priceCents), priceCurrency: currency };
      const period = { billingDuration: 1, billingIncrement: 1, unitCode: 'ANN' };
      const priceSpecification = { '@type': 'UnitPriceSpecification', ...price, ...period };
      return { ...price, ...(interval && { priceSpecification }) };
    });
    expect(soldApplication()).toMatchObject({ offers });
    expect(serializeJsonLd([soldApplication()]).match(/priceSpecification/g)).toHaveLength(
      plans.filter(({ interval }) => interval).length,
    );
  });

  it('has the systems and the description on the home page', () => {
    expect(application()).toMatchObject({
      '@type': 'SoftwareApplication',
      name: site.product,
      operatingSystem: 'Windows 10/11, macOS 12.0+',
      description: 'A book.',
    });
  });

  it('has the version, the files and the size on the page with the downloads', () => {
    expect(downloadableApplication(release)).toMatchObject({
      softwareVersion: '1.2.3',
      datePublished: '2025-08-15',
      releaseNotes: `${site.url}/release-notes#version-1-2-3`,
      downloadUrl: [`${site.url}/dist/one.zip`, `${site.url}/dist/two.dmg`],
      fileSize: '51 MB',
      memoryRequirements: '2 GB RAM',
      storageRequirements: '500 MB disk',
    });
  });

  it('is one program with the same offers on all pages', () => {
    const { '@id': id, offers } = application();
    expect(soldApplication()).toMatchObject({ '@id': id, offers });
    expect(downloadableApplication(release)).toMatchObject({ '@id': id, offers });
  });
});

describe('the publisher and the site', () => {
  it('refer to one organization', () => {
    const publisher = { '@id': `${site.url}/#organization` };
    expect(organization()).toMatchObject(publisher);
    expect(webSite()).toMatchObject({ publisher });
    expect(application()).toMatchObject({ publisher });
    expect(seller()).toMatchObject({
      ...publisher,
      legalName: site.seller.name,
      vatID: site.seller.taxNumber,
    });
    expect(webSite()).toMatchObject({ '@type': 'WebSite', name: site.product, url: `${site.url}/` });
  });
});

describe('questions in structured data', () => {
  it('keep their order, with answers in plain text', () => {
    const page = faqPage([
      { question: 'How?', answer: '<p>See <a href="/buy">here</a> &amp; there.</p><ul><li>One.</li></ul>' },
      { question: 'Why?', answer: '<p>So.</p>' },
    ]);
    const answered = (name: string, text: string) => ({
      '@type': 'Question',
      name,
      acceptedAnswer: { '@type': 'Answer', text },
    });
    expect(page).toEqual({
      '@type': 'FAQPage',
      mainEntity: [answered('How?', 'See here & there. • One.'), answered('Why?', 'So.')],
    });
  });
});

describe('breadcrumbs', () => {
  const pages = [
    { path: '/', title: 'Home, at length' },
    { path: '/features', title: 'Features' },
    { path: '/features-groups', title: 'Groups', parent: '/features' },
    { path: '/tags', title: 'Tags', parent: '/features-groups' },
    { path: '/why', title: 'Why', parent: '/' },
  ] as const;
  const breadcrumbsOf = (path: string) => {
    const page = pages.find((other) => other.path === path);
    return page && breadcrumbList(page, pages)?.itemListElement;
  };

  it('lead from the home page to the page', () => {
    expect(breadcrumbsOf('/tags')).toEqual([
      { '@type': 'ListItem', position: 1, name: site.product, item: `${site.url}/` },
      { '@type': 'ListItem', position: 2, name: 'Features', item: `${site.url}/features` },
      { '@type': 'ListItem', position: 3, name: 'Groups', item: `${site.url}/features-groups` },
      { '@type': 'ListItem', position: 4, name: 'Tags', item: `${site.url}/tags` },
    ]);
  });

  it('throw for a missing parent and for a circle', () => {
    expect(() => breadcrumbList({ path: '/a', title: 'A', parent: '/b' }, pages)).toThrow(
      'The page /a names the parent /b, which is no published page.',
    );
    const circle = [
      { path: '/a', title: 'A', parent: '/b' },
      { path: '/b', title: 'B', parent: '/a' },
    ] as const;
    expect(() => breadcrumbList(circle[0], circle)).toThrow('above itself');
  });
});

describe('JSON-LD in a page', () => {
  const hostile = [
    '</script><script>alert(1)</script>',
    '<!--<script>',
    ']]>',
    `"quotes" and 'quotes' and \\ and \u0000`,
    'lines\u2028and\u2029paragraphs',
    '&lt;/script&gt;',
  ];

  it.each(hostile)('escapes %j', (text) => {
    const written = serializeJsonLd([{ '@type': 'Thing', name: text, [text]: [text] }]);
    expect(written).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(written)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Thing',
      name: text,
      [text]: [text],
    });
  });

  it('writes one node as an object, and several as a graph', () => {
    const [one, other] = [{ '@type': 'A' }, { '@type': 'B' }];
    expect(JSON.parse(serializeJsonLd([one]))).toEqual({ '@context': 'https://schema.org', '@type': 'A' });
    expect(JSON.parse(serializeJsonLd([one, other]))).toEqual({
      '@context': 'https://schema.org',
      '@graph': [one, other],
    });
  });
});
