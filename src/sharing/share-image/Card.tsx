import { mark, palette } from '../mark.ts';
import { LetterStrip } from './LetterStrip.tsx';
import { absolute, measures, titleStyle } from './measures.ts';

const { width, height, card, text, head, lines } = measures;

const Brand = ({ product }: { product: string }) => (
  <div
    style={{ display: 'flex', alignItems: 'center', fontFamily: 'Besley', fontSize: 32, color: palette.ink }}
  >
    <svg
      width="44"
      height="44"
      viewBox={`0 0 ${String(mark.size)} ${String(mark.size)}`}
      style={{ marginRight: 12 }}
    >
      <path fill={palette.accent} d={mark.tabs} />
      <path fill={palette.sheet} stroke={palette.ink} strokeWidth="2" d={mark.book + mark.spine} />
    </svg>
    {product}
  </div>
);

export interface CardProps {
  readonly letter: string;
  readonly title: string;
  readonly titleSize: number;
  readonly description: string;
  readonly product: string;
  readonly host: string;
}

/** A page's share image: its card, filed in the box of all cards. For satori, which lays out flex boxes only. */
export const Card = ({ letter, title, titleSize, description, product, host }: CardProps) => (
  <div
    style={{
      display: 'flex',
      position: 'relative',
      width,
      height,
      overflow: 'hidden',
      background: palette.paper,
      color: palette.ink,
      fontFamily: 'Public Sans',
    }}
  >
    {[2, 1].map((behind) => (
      <div
        key={behind}
        style={{
          ...absolute(card.left + behind * 10, card.top - behind * 9),
          width: card.width - behind * 20,
          height,
          boxSizing: 'border-box',
          border: `2px solid ${palette.rule}`,
          borderRadius: 14,
          background: palette.paper,
        }}
      />
    ))}
    <div
      style={{
        ...absolute(card.left, card.top),
        width: card.width,
        height,
        boxSizing: 'border-box',
        border: `2px solid ${palette.rule}`,
        borderRadius: 14,
        background: palette.sheet,
      }}
    />
    <LetterStrip letter={letter} />
    {lines.map((top) => (
      <div
        key={top}
        style={{
          ...absolute(card.left + 2, top),
          width: card.width - 4,
          height: 2,
          background: palette.rule,
        }}
      />
    ))}
    <div
      style={{
        ...absolute(card.left + 2, head),
        width: card.width - 4,
        height: 3,
        background: palette.accent,
      }}
    />
    <div
      style={{
        ...absolute(text.left, text.titleTop),
        width: text.width,
        height: text.titleHeight,
        alignItems: 'flex-end',
      }}
    >
      <div style={titleStyle(titleSize)}>{title}</div>
    </div>
    <div
      style={{
        ...absolute(text.left, text.descriptionTop),
        width: text.width,
        display: 'block',
        textWrap: 'balance',
        color: palette.inkSoft,
        fontSize: text.descriptionSize,
        lineHeight: `${String(text.lineHeight)}px`,
      }}
    >
      {description}
    </div>
    <div
      style={{
        ...absolute(text.left, text.footTop),
        width: text.width,
        alignItems: 'center',
        justifyContent: 'space-between',
      }}
    >
      <Brand product={product} />
      <div style={{ display: 'flex', color: palette.inkSoft, fontSize: 24, fontWeight: 600 }}>{host}</div>
    </div>
  </div>
);
