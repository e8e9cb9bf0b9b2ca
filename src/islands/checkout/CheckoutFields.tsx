import { maxLengths } from '../../shared/max-lengths.ts';
import { checkoutMessages } from '../../shared/messages/site.ts';
import { formatUsd } from '../../shared/money.ts';
import { type Plan, plans } from '../../shared/plans.ts';
import { useId, useState } from 'react';
import { isEmail } from '../../shared/email.ts';
import { problemText } from '../../shared/problems/common.ts';
import type { CodeStatus } from './use-code.ts';

interface PlanPickerProps {
  readonly selected: Plan | null;
  /** True while a payment is completed. The plan cannot be changed then. */
  readonly locked: boolean;
  readonly onSelect: (plan: Plan) => void;
}

/** The plans as radio buttons, which also work before hydration. */
export function PlanPicker({ selected, locked, onSelect }: PlanPickerProps) {
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
            <span className="plan-interval">{plan.interval ? `per ${plan.interval}` : 'paid once'}</span>
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

interface BuyerFieldsProps {
  readonly name: string;
  readonly email: string;
  readonly onName: (name: string) => void;
  readonly onEmail: (email: string) => void;
}

/** The buyer's optional name and email. An invalid email shows an error but does not prevent the purchase. */
export function BuyerFields({ name, email, onName, onEmail }: BuyerFieldsProps) {
  const [left, setLeft] = useState(false);
  const isInvalid = left && email.trim() !== '' && !isEmail(email);
  return (
    <>
      <div className="field">
        <label htmlFor="buyer-name">
          Name <span className="optional">(optional)</span>
        </label>
        <input
          id="buyer-name"
          name="name"
          autoComplete="name"
          maxLength={maxLengths.name}
          value={name}
          onChange={(event) => {
            onName(event.target.value);
          }}
        />
      </div>
      <div className="field">
        <label htmlFor="buyer-email">
          Email <span className="optional">(optional)</span>
        </label>
        <input
          id="buyer-email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={maxLengths.email}
          value={email}
          aria-invalid={isInvalid || undefined}
          aria-describedby="buyer-email-error"
          onBlur={() => {
            setLeft(true);
          }}
          onChange={(event) => {
            onEmail(event.target.value);
          }}
        />
        <span id="buyer-email-error" className="field-error" role="alert">
          {isInvalid && problemText('email-invalid')}
        </span>
      </div>
    </>
  );
}

interface CodeFieldProps {
  readonly code: string;
  readonly status: CodeStatus;
  readonly onChange: (code: string) => void;
}

/** The optional affiliate code with its live status. */
export function CodeField({ code, status, onChange }: CodeFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        Affiliate code <span className="optional">(optional)</span>
      </label>
      <input
        id={id}
        name="code"
        value={code}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={status === 'invalid' || undefined}
        aria-describedby={`${id}status`}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
      <span id={`${id}status`} className="code-status" role="status" data-state={status}>
        {status !== 'unknown' && checkoutMessages.affiliate[status]}
      </span>
    </div>
  );
}
