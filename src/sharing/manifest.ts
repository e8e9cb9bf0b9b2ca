import { site } from '../shared/site.ts';
import { palette } from './palette.ts';

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${String(size)}x${String(size)}`,
  type: 'image/png',
  purpose,
});

/** The web manifest: the site on a home screen is a bookmark, which opens in the browser. */
export const webManifest = () => ({
  name: `${site.product}: ${site.tagline}`,
  short_name: site.product,
  description: `${site.tagline}. On your own computer, for Windows and macOS.`,
  id: '/',
  start_url: '/',
  lang: 'en',
  display: 'browser',
  theme_color: palette.paper,
  background_color: palette.paper,
  icons: [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('maskable-512', 512, 'maskable')],
});
