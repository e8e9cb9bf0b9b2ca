import type { PlanWords } from './words.ts';

/** The terms of a plan, above the payment buttons: whether it renews, how to cancel, and how to get a refund. */
export function PaymentTerms({ words: { terms, links } }: { readonly words: PlanWords }) {
  return (
    <div className="payment-terms">
      <p>{terms}</p>
      <ul>
        {links.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
