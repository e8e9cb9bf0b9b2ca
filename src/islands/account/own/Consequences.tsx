import { type Membership, moneyLines } from './money-lines.ts';

/** Lists what happens to the money and the record of an affiliate who left. */
export function Consequences({ membership }: { readonly membership: Membership }) {
  return (
    <ul className="consequences">
      {moneyLines(membership).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
