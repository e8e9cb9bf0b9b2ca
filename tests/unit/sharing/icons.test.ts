import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawIcon, faviconStyle, icons, toIco } from '../../../src/sharing/icons.ts';
import { webManifest } from '../../../src/sharing/site-files.ts';

describe('the raster icons', () => {
  it.each(Object.entries(icons))('%s has its size and is small', async (_, look) => {
    const png = await drawIcon(look);
    const { width, height, format } = await sharp(png).metadata();
    expect({ width, height, format }).toEqual({ width: look.size, height: look.size, format: 'png' });
    expect(png.byteLength).toBeLessThan(12_000);
  });
});

describe('favicon.ico', () => {
  it('contains one PNG of 32 pixels', async () => {
    const png = await drawIcon(faviconStyle);
    const ico = toIco(png, faviconStyle.size);
    const view = new DataView(ico.buffer);
    expect([view.getUint16(0, true), view.getUint16(2, true), view.getUint16(4, true)]).toEqual([0, 1, 1]);
    expect([view.getUint8(6), view.getUint8(7)]).toEqual([32, 32]);
    const [length, offset] = [view.getUint32(14, true), view.getUint32(18, true)];
    expect(offset + length).toBe(ico.byteLength);
    const { width, height, format } = await sharp(ico.slice(offset)).metadata();
    expect({ width, height, format }).toEqual({ width: 32, height: 32, format: 'png' });
  });
});

describe('the web manifest', () => {
  const manifest = webManifest();

  it('lists existing icons with their sizes', () => {
    const drawn = Object.entries(icons).map(([name, { size }]) => [`/icons/${name}.png`, `${size}x${size}`]);
    for (const { src, sizes } of manifest.icons) expect(drawn).toContainEqual([src, sizes]);
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  });
});
