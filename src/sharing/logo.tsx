import satori from 'satori';
import { site } from '../shared/site.ts';
import { colorOf, mark, markElements, type Scheme } from './mark.ts';
import { fonts } from './share-image/draw-share-image.tsx';

/** Height of the logo in pixels. The name of the product decides its width. */
const height = 320;

function colorsOf(scheme: Scheme) {
  return {
    ink: colorOf('ink', scheme),
    paper: colorOf(scheme === 'dark' ? 'paper' : 'sheet', scheme),
    tabs: colorOf('accent', scheme),
  };
}

/** Draws the mark with the name of the product as SVG, with the name as paths, on a transparent background. */
export async function logoSvg(scheme: Scheme): Promise<string> {
  const { ink, paper, tabs } = colorsOf(scheme);
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

/** Draws the mark alone as SVG. */
export function markSvg(scheme: Scheme): string {
  const { ink, paper, tabs } = colorsOf(scheme);
  const size = `width="${String(height)}" height="${String(height)}" viewBox="0 0 ${String(mark.size)} ${String(mark.size)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} fill="none">${markElements({ paper, line: ink, tabs, isOutlined: true })}</svg>`;
}
