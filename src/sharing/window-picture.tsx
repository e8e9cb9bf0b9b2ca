import type { CSSProperties, ReactNode } from 'react';
import satori from 'satori';
import { drawnWindow } from '../client/window/drawn-window.ts';
import type { View } from '../client/window/view.ts';
import { site } from '../shared/site.ts';
import { compactPaths } from './compact-paths.ts';
import { colorOf, type Scheme } from './mark.ts';
import { fonts } from './share-image/draw-share-image.tsx';
import { windowStyles } from './window-styles.ts';

/** Size of the picture in the units of its SVG. */
const windowPicture = { width: 1_200, height: 660 } as const;

/** Draws the window of the program as SVG, with its texts as paths. It is the window of the home page. */
export async function windowSvg(scheme: Scheme): Promise<string> {
  const styles = windowStyles(scheme);
  const [title, panes, thumbs, archive] = drawnWindow(site.product, false).map((view) =>
    toElement(view, [], styles),
  );
  const picture = (
    <div
      style={{
        display: 'flex',
        ...windowPicture,
        padding: '44px 72px 0 40px',
        background: colorOf('paper', scheme),
        color: colorOf('ink', scheme),
        fontFamily: 'Public Sans',
        fontSize: 14,
        lineHeight: 1.4,
      }}
    >
      <div style={{ display: 'flex', ...styles['.window'] }}>
        {title}
        {panes}
        {thumbs}
        {archive}
      </div>
    </div>
  );
  return compactPaths(await satori(picture, { ...windowPicture, fonts }));
}

/**
 * Returns a view with its styles. A style is found by the tag or a class of the element, or by those of an element around it and its
 * own: `.row b`. Later names win.
 */
function toElement(
  view: View,
  namesAround: readonly string[],
  styles: Readonly<Record<string, CSSProperties>>,
): ReactNode {
  if (typeof view === 'string') return view.trim();
  const [tag, { class: className }, ...children] = view;
  const classes = typeof className === 'string' ? className.split(' ') : [];
  const names = [tag, ...classes.map((name) => `.${name}`)];
  const keys = [...names, ...namesAround.flatMap((around) => names.map((name) => `${around} ${name}`))];
  const style = keys.reduce<CSSProperties>((merged, key) => ({ ...merged, ...styles[key] }), {
    display: 'flex',
  });
  return (
    <div key={JSON.stringify(view)} style={style}>
      {children.map((child) => toElement(child, [...namesAround, ...names], styles))}
    </div>
  );
}
