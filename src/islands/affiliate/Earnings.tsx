import type { AnswerOf } from '../../client/api.ts';
import { addMonths, formatLongDate, monthNameIn, monthOf } from '../../shared/dates.ts';
import { earningsMessages as texts, paymentMessages } from '../../shared/messages/affiliate.ts';
import { payoutResultMessages } from '../../shared/messages/payout-results.ts';
import { formatUsd } from '../../shared/money.ts';
import { claimedUntil } from '../../shared/payout-file.ts';
import { Usd } from '../ui/CardTable.tsx';
import type { PayoutAccount } from './PaymentInformation.tsx';
import { Section } from '../ui/Section.tsx';

/** An affiliate's own referrals, from the ledger. Amounts are US cents. Months are UTC. */
export type ReferralReport = AnswerOf<'GET /api/affiliates/referrals'>;

interface Props {
  readonly report: ReferralReport;
  readonly account: PayoutAccount | undefined;
}

/** An affiliate's money: open payouts, four sums and why a balance is not due. The first sum is the total of the three others. */
export function Earnings({ report, account }: Props) {
  const { totals, open_payouts } = report;
  const { earned_cents, waiting_cents, held_cents, in_payouts_cents, paid_cents } = totals;
  const carried = account ? carriedText(account) : null;
  return (
    <Section id="earnings" tab="Earnings" heading="Your earnings">
      {open_payouts.map((payout) => (
        <OpenPayout key={payout.month} payout={payout} />
      ))}
      <h3>{texts.allTime}</h3>
      <dl className="counters">
        <Figure label={texts.earned} cents={earned_cents} />
        <Figure label={texts.paid} cents={paid_cents} />
        <Figure label={texts.inPayouts} cents={in_payouts_cents} />
        <Figure
          label={texts.waiting}
          cents={waiting_cents}
          note={held_cents === 0 ? null : texts.plusHeld(formatUsd(held_cents))}
        />
      </dl>
      {held_cents !== 0 && <p className="soft small">{paymentMessages.held}</p>}
      {carried !== null && <p className="outlook">{carried}</p>}
    </Section>
  );
}

interface FigureProps {
  readonly label: string;
  readonly cents: number;
  readonly note?: string | null;
}

function Figure({ label, cents, note = null }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Usd cents={cents} />
      </dd>
      {note !== null && <dd className="figure-note">{note}</dd>}
    </div>
  );
}

/** A payout that is not paid yet: its state, and when it is paid. */
function OpenPayout({ payout }: { readonly payout: ReferralReport['open_payouts'][number] }) {
  const { month, amount_cents, payout_email, result, result_at } = payout;
  const now = new Date();
  if (result !== null && result_at !== null)
    return (
      <div className="open-payout">
        <p>{payoutResultMessages.headings[result](formatUsd(amount_cents), monthNameIn(month, now))}</p>
        <p className="soft">
          {payoutResultMessages.hints[result](formatLongDate(claimedUntil(result_at)), payout_email)}
        </p>
      </div>
    );
  const state = payout.state === 'approved' ? 'approved' : 'proposed';
  const payMonth = addMonths(month, 1);
  const dueText = texts.payoutDue[state](monthNameIn(payMonth, now));
  return (
    <div className="open-payout">
      <p>{texts.payout[state](formatUsd(amount_cents), monthNameIn(month, now))}</p>
      <p className="soft">
        {payMonth < monthOf(now)
          ? texts.payoutLate(monthNameIn(payMonth, now))
          : `${dueText}${payout_email === null ? '' : `, to ${payout_email}`}.`}
      </p>
    </div>
  );
}

/** Returns why the balance is not due yet, or null. */
function carriedText({ balance_cents, minimum_cents, no_minimum, left_at }: PayoutAccount): string | null {
  if (balance_cents < 0) return texts.belowZero;
  if (no_minimum || left_at !== null || balance_cents >= minimum_cents) return null;
  return texts.belowMinimum(formatUsd(minimum_cents - balance_cents), formatUsd(minimum_cents));
}
