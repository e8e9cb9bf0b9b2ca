import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8');

type Scheme = 'light' | 'dark';
type Oklch = readonly [lightness: number, chroma: number, hue: number];

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

/** OKLCH to the linear-light sRGB that a screen shows, clipped to its gamut (Ottosson 2020). */
const toLinearRgb = ([lightness, chroma, hue]: Oklch): readonly number[] => {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)));
};

/** WCAG 2 relative luminance and contrast ratio. */
const luminance = (color: Oklch): number => {
  const [red = NaN, green = NaN, blue = NaN] = toLinearRgb(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: Oklch, other: Oklch): number => {
  const [low = NaN, high = NaN] = [luminance(one), luminance(other)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

const tokens = readTokens(css);
const pairs = [...css.matchAll(/pair: (--[\w-]+) on (--[\w-]+) ([\d.]+)/g)].map(
  ([, text = '', ground = '', least = '']) => ({ text, ground, least: Number(least) }),
);

describe('the colour tokens', () => {
  it('measure black on white as 21 and a known sRGB grey as WCAG does', () => {
    expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
    // #767676, the lightest grey that passes 4.5:1 on white, is oklch(0.5658 0 0).
    expect(contrast([0.5658, 0, 0], [1, 0, 0])).toBeCloseTo(4.54, 1);
  });

  it('name every text and control colour in at least one pair', () => {
    const named = new Set(pairs.flatMap(({ text, ground }) => [text, ground]));
    const decoration = ['--rule'];
    expect([...tokens.keys()].filter((name) => !named.has(name) && !decoration.includes(name))).toEqual([]);
    expect(pairs.length).toBeGreaterThan(20);
  });

  for (const scheme of ['light', 'dark'] as const)
    it.each(pairs)(`$text on $ground reaches $least:1, ${scheme}`, ({ text, ground, least }) => {
      const one = tokens.get(text)?.[scheme];
      const other = tokens.get(ground)?.[scheme];
      expect(one, text).toBeDefined();
      expect(other, ground).toBeDefined();
      if (one && other) expect(contrast(one, other)).toBeGreaterThanOrEqual(least);
    });
});
