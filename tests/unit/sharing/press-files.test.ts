import sharp from 'sharp';
import { expect, test } from 'vitest';
import { palette } from '../../../src/sharing/mark.ts';
import { pressFiles, pressPng, pressSvg, windowFiles, windowWebp } from '../../../src/sharing/press-files.ts';

const maxBytes = 300 * 1_024;

test.each(pressFiles.filter((name) => name.startsWith('logo')))(
  '%s has the name beside the mark, on a transparent background',
  async (name) => {
    const image = sharp(await pressPng(name));
    const { width, height, hasAlpha } = await image.metadata();
    expect({ height, hasAlpha }).toEqual({ height: 320, hasAlpha: true });
    // The name is wider than the mark, which is 200 pixels wide.
    expect(width).toBeGreaterThan(640);
    const { channels } = await image.stats();
    expect(channels[3]?.min).toBe(0);
    expect(channels[3]?.max).toBe(255);
  },
);

test.each([
  ['window', palette.paper],
  ['window-dark', palette.paperDark],
] as const)('%s is 2,400 pixels wide, on the paper of its scheme, and small', async (name, paper) => {
  const png = await pressPng(name);
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([2_400, 1_320]);
  expect(`#${data.subarray(0, 3).toString('hex')}`).toBe(paper);
  expect(png.byteLength).toBeLessThan(maxBytes);
  const svg = await pressSvg(name);
  // Texts are paths, so that every program shows the same letters.
  expect(svg).not.toContain('<text');
  expect(svg.length).toBeLessThan(maxBytes);
});

test.each(windowFiles)('the page shows %s half as wide as its file, and light', async (name) => {
  const picture = await windowWebp(name);
  const { width, height } = await sharp(picture).metadata();
  expect([width, height]).toEqual([1_200, 660]);
  expect(picture.byteLength).toBeLessThan(50 * 1_024);
});
