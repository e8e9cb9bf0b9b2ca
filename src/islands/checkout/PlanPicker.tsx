import { checkoutMessages } from '../../shared/messages/site.ts';
import { formatUsd } from '../../shared/money.ts';
import { findPlan, type Plan, type PlanId } from '../../shared/plans.ts';
import type { PlanWords } from './words.ts';

interface Props {
  readonly plans: readonly Plan[];
  readonly words: Readonly<Record<PlanId, PlanWords>>;
  readonly selected: Plan | null;
  /** True while a payment is being completed. Until then the plan cannot be changed. */
  readonly locked: boolean;
  readonly onSelect: (plan: Plan) => void;
}

/** The plans as radio buttons, which also work before hydration. */
export function PlanPicker({ plans, words, selected, locked, onSelect }: Props) {
  return (
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
            <span className="plan-period">
              {insteadOf(plan)}
              <span>{`${words[plan.id].period}, `}</span>
              <span>{words[plan.id].renewal}</span>
            </span>
          </span>
          {/* Spans, because a label must not contain a list. */}
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
}

/** The usual price, beside the price of an invitation. */
function insteadOf({ id, priceCents }: Plan) {
  const usualCents = findPlan(id)?.priceCents ?? priceCents;
  return usualCents !== priceCents && <span>{`instead of ${formatUsd(usualCents)} `}</span>;
}
