import sharp from 'sharp';
import satori from 'satori';
import { site } from '../shared/site.ts';
import { mark, palette } from './mark.ts';
import { fonts } from './share-image/draw-share-image.tsx';

/** Colors of the logo, by the name of its file at /press. */
const logoColors = {
  logo: { ink: palette.ink, paper: palette.sheet, tabs: palette.accent },
  'logo-on-dark': { ink: palette.inkDark, paper: palette.paperDark, tabs: palette.accentDark },
} as const;

export type LogoName = keyof typeof logoColors;
export const logoNames: readonly LogoName[] = ['logo', 'logo-on-dark'];

/** Height of the logo in pixels. The name of the product decides its width. */
const height = 320;

/** Draws the mark with the name of the product as SVG, with the name as paths, on a transparent background. */
export async function logoSvg(name: LogoName): Promise<string> {
  const { ink, paper, tabs } = logoColors[name];
  const logo = (
    <div style={{ display: 'flex', height, alignItems: 'center', padding: '0 32px', color: ink }}>
      <svg
        width="200"
        height="200"
        viewBox={`0 0 ${String(mark.size)} ${String(mark.size)}`}
        style={{ marginRight: 40 }}
      >
        <path fill={tabs} d={mark.tabs} />
        <path fill={paper} stroke={ink} strokeWidth="2" d={mark.book + mark.spine} />
      </svg>
      <div style={{ display: 'flex', fontFamily: 'Besley', fontSize: 168 }}>{site.product}</div>
    </div>
  );
  return satori(logo, { height, fonts });
}

/** Draws the same as PNG with a transparent background. */
export async function logoPng(name: LogoName): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp(Buffer.from(await logoSvg(name)));
  return new Uint8Array(await image.png({ compressionLevel: 9 }).toBuffer());
}
