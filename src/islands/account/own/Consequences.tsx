import { type Membership, moneyLines } from './money-lines.ts';

/** Lists the consequences of leaving for the money and the record of an affiliate. */
export function Consequences({ membership }: { readonly membership: Membership }) {
  return (
    <ul className="consequences">
      {moneyLines(membership).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
