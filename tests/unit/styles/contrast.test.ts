import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Oklch, toLinearRgb } from '../../../src/build/shorten-page.ts';

const css = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8');

type Scheme = 'light' | 'dark';

const number = String.raw`([\d.]+)`;
const oklch = String.raw`oklch\(${number} ${number} ${number}\)`;

const readTokens = (source: string): Map<string, Record<Scheme, Oklch>> => {
  const tokens = new Map<string, Record<Scheme, Oklch>>();
  const line = new RegExp(String.raw`(--[\w-]+): light-dark\(${oklch}, ${oklch}\);`, 'g');
  for (const [, name = '', ...parts] of source.matchAll(line)) {
    const [l = NaN, c = NaN, h = NaN, dl = NaN, dc = NaN, dh = NaN] = parts.map(Number);
    tokens.set(name, { light: [l, c, h], dark: [dl, dc, dh] });
  }
  return tokens;
};

/** Returns the relative luminance of WCAG 2. */
const luminance = (color: Oklch): number => {
  const [red = NaN, green = NaN, blue = NaN] = toLinearRgb(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Returns the contrast ratio of WCAG 2. */
const contrast = (one: Oklch, other: Oklch): number => {
  const [low = NaN, high = NaN] = [luminance(one), luminance(other)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

const tokens = readTokens(css);
const pairs = [...css.matchAll(/pair: (--[\w-]+) on (--[\w-]+) ([\d.]+)/g)].map(
  ([, text = '', background = '', least = '']) => ({ text, background, least: Number(least) }),
);

describe('the color tokens', () => {
  it('contrast() agrees with WCAG for black and for a gray', () => {
    expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
    // #767676, the lightest gray that passes 4.5:1 on white, is oklch(0.5658 0 0).
    expect(contrast([0.5658, 0, 0], [1, 0, 0])).toBeCloseTo(4.54, 1);
  });

  it('are all in a pair, except decoration', () => {
    const named = new Set(pairs.flatMap(({ text, background }) => [text, background]));
    const decoration = ['--rule'];
    expect([...tokens.keys()].filter((name) => !named.has(name) && !decoration.includes(name))).toEqual([]);
    expect(pairs.length).toBeGreaterThan(20);
  });

  for (const scheme of ['light', 'dark'] as const)
    it.each(pairs)(`$text on $background reaches $least:1, ${scheme}`, ({ text, background, least }) => {
      const one = tokens.get(text)?.[scheme];
      const other = tokens.get(background)?.[scheme];
      expect(one, text).toBeDefined();
      expect(other, background).toBeDefined();
      if (one && other) expect(contrast(one, other)).toBeGreaterThanOrEqual(least);
    });
});
