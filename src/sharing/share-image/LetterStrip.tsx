import { palette } from '../mark.ts';
import { absolute, measures } from './measures.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const { card, strip } = measures;

/** A letter's place: the tab is wider, the others share what it leaves. */
const cell = (strip.width - strip.tab) / (letters.length - 1);

/** The A–Z strip along the top: the letters of the cards behind, and the tab of the one in front. */
export const LetterStrip = ({ letter: filed }: { letter: string }) =>
  letters.map((letter, place) => {
    const ahead = letters.indexOf(filed) < place ? strip.tab - cell : 0;
    return letter === filed ? (
      <Tab key={letter} letter={letter} left={strip.left + place * cell} />
    ) : (
      <div
        key={letter}
        style={{
          ...absolute(strip.left + place * cell + ahead, strip.top),
          width: cell,
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

const Tab = ({ letter, left }: { letter: string; left: number }) => (
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
