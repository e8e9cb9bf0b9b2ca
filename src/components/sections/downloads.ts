import { site } from '../../shared/site.ts';

const stem = `/dist/${site.product.replaceAll(/\s+/g, '-')}-${site.currentVersion}`;

/** The files of the current version, as the release storage names them. */
export const downloads = [
  { id: 'mac-dmg', system: 'Mac', kind: 'DMG', text: 'Disk image', href: `${stem}-mac.dmg` },
  { id: 'mac-zip', system: 'Mac', kind: 'ZIP', text: 'Archive', href: `${stem}-mac.zip` },
  { id: 'windows-zip', system: 'Windows', kind: 'ZIP', text: 'Archive', href: `${stem}-windows.zip` },
] as const;
