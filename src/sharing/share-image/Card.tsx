import { mark, palette } from '../mark.ts';
import { absolute, layout, titleStyle } from './layout.ts';

const { width, height, card, strip, text, head, lines } = layout;

export interface CardProps {
  readonly letter: string;
  readonly title: string;
  readonly titleSize: number;
  readonly description: string;
  readonly product: string;
  readonly host: string;
}

/**
 * Renders the share image of a page: an index card in a card box. satori supports flex layout only. The picture ends at its
 * edges without `overflow: hidden`, for which satori would draw every part through a mask. Masks take ten times as long to draw.
 */
export function Card({ letter, title, titleSize, description, product, host }: CardProps) {
  return (
    <div
      style={{
        display: 'flex',
        position: 'relative',
        width,
        height,
        background: palette.paper,
        color: palette.ink,
        fontFamily: 'Public Sans',
      }}
    >
      {[2, 1, 0].map((behind) => (
        <div
          key={behind}
          style={{
            ...absolute(card.left + behind * 10, card.top - behind * 9),
            width: card.width - behind * 20,
            height,
            boxSizing: 'border-box',
            border: `2px solid ${palette.rule}`,
            borderRadius: 14,
            background: behind === 0 ? palette.sheet : palette.paper,
          }}
        />
      ))}
      <LetterStrip letter={letter} />
      {lines.map((top) => (
        <Rule key={top} top={top} thickness={2} color={palette.rule} />
      ))}
      <Rule top={head} thickness={3} color={palette.accent} />
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
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Width of a letter. The tab is wider; the other letters share the rest of the strip. */
const letterWidth = (strip.width - strip.tab) / (letters.length - 1);

/** A line across the card. */
function Rule({ top, thickness, color }: { top: number; thickness: number; color: string }) {
  const place = absolute(card.left + 2, top);
  return <div style={{ ...place, width: card.width - 4, height: thickness, background: color }} />;
}

/** Renders the letters of the cards behind, and the index tab of the card in front. */
function LetterStrip({ letter: cardLetter }: { letter: string }) {
  return letters.map((letter, index) => {
    const left = strip.left + index * letterWidth;
    const tabOffset = letters.indexOf(cardLetter) < index ? strip.tab - letterWidth : 0;
    return letter === cardLetter ? (
      <Tab key={letter} letter={letter} left={left} />
    ) : (
      <div
        key={letter}
        style={{
          ...absolute(left + tabOffset, strip.top),
          width: letterWidth,
          justifyContent: 'center',
          color: palette.edge,
          fontFamily: 'Besley',
          fontSize: 21,
        }}
      >
        {letter}
      </div>
    );
  });
}

function Tab({ letter, left }: { letter: string; left: number }) {
  return (
    <div
      style={{
        ...absolute(left, card.top - strip.rise),
        width: strip.tab,
        height: strip.rise + 2,
        boxSizing: 'border-box',
        justifyContent: 'center',
        alignItems: 'center',
        border: `2px solid ${palette.rule}`,
        borderBottomWidth: 0,
        borderRadius: '12px 12px 0 0',
        background: palette.sheet,
        color: palette.accent,
        fontFamily: 'Besley',
        fontSize: 42,
      }}
    >
      {letter}
    </div>
  );
}

function Brand({ product }: { product: string }) {
  return (
    <div
      style={{
        display: 'flex',
        alignItems: 'center',
        fontFamily: 'Besley',
        fontSize: 32,
        color: palette.ink,
      }}
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
}
