import sharp from 'sharp';
import { expect, test } from 'vitest';
import { logoNames, logoPng } from '../../../src/sharing/logo.tsx';

test.each(logoNames)(
  '%s is drawn with the name next to the mark, on a transparent background',
  async (name) => {
    const image = sharp(await logoPng(name));
    const { width, height, hasAlpha } = await image.metadata();
    expect({ height, hasAlpha }).toEqual({ height: 320, hasAlpha: true });
    // The name is wider than the mark, which is 200 pixels wide.
    expect(width).toBeGreaterThan(640);
    const { channels } = await image.stats();
    expect(channels[3]?.min).toBe(0);
    expect(channels[3]?.max).toBe(255);
  },
);
