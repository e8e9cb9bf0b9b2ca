import { checkoutMessages } from '../../shared/messages/site.ts';
import { formatUsd } from '../../shared/money.ts';
import { type Plan, plans } from '../../shared/plans.ts';

interface Props {
  readonly selected: Plan | null;
  /** While a payment is being completed the plan stays. */
  readonly locked: boolean;
  readonly onSelect: (plan: Plan) => void;
}

/** The plans as radio buttons: choosing works before the island's script has arrived. */
export const PlanPicker = ({ selected, locked, onSelect }: Props) => (
  <fieldset className="plans" disabled={locked}>
    <legend>Choose a plan</legend>
    {plans.map((plan) => (
      <label key={plan.id} className="plan" data-popular={plan.popular ? '' : undefined}>
        <input
          type="radio"
          name="plan"
          value={plan.id}
          disabled={plan.disabled}
          checked={selected?.id === plan.id}
          onChange={() => {
            onSelect(plan);
          }}
        />
        <span className="plan-name">{plan.name}</span>
        <span className="plan-price">
          <span className="plan-amount">{formatUsd(plan.priceCents)}</span>{' '}
          <span className="plan-interval">{plan.interval ? `per ${plan.interval}` : 'paid once'}</span>
        </span>
        {/* Spans: a label holds no list. */}
        <span className="plan-features">
          {plan.features.map((feature) => (
            <span key={feature}>{feature}</span>
          ))}
        </span>
        {plan.popular && <span className="plan-badge">{checkoutMessages.popular}</span>}
      </label>
    ))}
  </fieldset>
);
