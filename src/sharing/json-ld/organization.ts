import { site } from '../../shared/site.ts';
import { addressOf } from '../addresses.ts';
import type { Node } from './node.ts';

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
