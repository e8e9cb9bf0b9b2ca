import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toRgb } from '../../../src/build/shorten-page.ts';
import { mark, palette } from '../../../src/sharing/mark.ts';
import { inProject } from '../../../stack/paths.ts';

const read = (file: string): string => readFileSync(inProject(file), 'utf8');
const tokens = read('src/styles/tokens.css');

/** Converts OKLCH to sRGB bytes. */
const toBytes = ([lightness = 0, chroma = 0, hue = 0]: readonly number[]): readonly number[] =>
  toRgb([lightness, chroma, hue]).map((channel) => Math.round(channel * 255));

const tokenOf = (name: string): readonly number[] => {
  const dark = name.endsWith('Dark');
  const custom = `--${name.replace('Dark', '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const [, light = '', darkValue = ''] =
    new RegExp(`${custom}: light-dark\\(oklch\\((.+?)\\), oklch\\((.+?)\\)\\)`).exec(tokens) ?? [];
  return toBytes((dark ? darkValue : light).split(' ').map(Number));
};

describe('the palette of pictures', () => {
  it.each(Object.entries(palette))('%s equals the CSS token of this name', (name, hex) => {
    const bytes = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    const token = tokenOf(name);
    for (const [channel, byte] of bytes.entries())
      expect(Math.abs(byte - (token[channel] ?? NaN)), `${name}: ${String(token)}`).toBeLessThanOrEqual(1);
  });
});

describe('favicon.svg', () => {
  const favicon = read('public/favicon.svg');

  it('has the shapes of the mark', () => {
    expect(favicon).toContain(mark.tabs);
    expect(favicon).toContain(mark.book + mark.spine);
  });

  it('has the colors of the palette for both schemes', () => {
    const colors = new Set(favicon.match(/#[0-9a-f]{6}/g));
    expect(colors).toEqual(
      new Set([
        palette.paper,
        palette.ink,
        palette.accent,
        palette.sheetDark,
        palette.inkDark,
        palette.accentDark,
      ]),
    );
  });
});
