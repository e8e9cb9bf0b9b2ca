import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { type ApiAnswer, errorMessage, problemCode } from '../../../client/api.ts';
import { dayMs, formatDate } from '../../../shared/dates.ts';
import { saleClaimMessages as texts } from '../../../shared/messages/overview.ts';
import { formatUsd } from '../../../shared/money.ts';
import { findPlan } from '../../../shared/plans.ts';
import { May } from '../../data/role.tsx';
import { useLoaded } from '../../data/use-api.tsx';
import { type ConfirmQuestion, useAsk } from '../../ui/ask.ts';
import { RowButton } from '../../ui/buttons.tsx';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import { focusUnmoved } from '../../ui/focus.ts';
import type { Notice } from '../../ui/notices.tsx';
import { Section } from '../../ui/Section.tsx';
import type { PurchaseDetails } from '../purchases/PurchaseForm.tsx';
import { type Overview, purchasePath, sectionIds } from './waiting-lines.ts';

type SaleClaim = Overview['sale_claims']['oldest'][number];

interface Props {
  readonly notify: (notice: Notice | null) => void;
  /** Loads the overview again. */
  readonly reload: () => Promise<unknown>;
}

/** Sales that affiliates miss, the oldest first, each with its purchase and the reason why it earned nothing. */
export function SaleClaims({ claims, ...props }: Props & { readonly claims: Overview['sale_claims'] }) {
  const columns: readonly TableColumn<SaleClaim>[] = [
    { label: 'Affiliate', heads: true, cell: ({ affiliate }) => nameOf(affiliate) },
    {
      label: 'Order',
      cell: ({ order_number: order, purchase_id: id }) =>
        id === null ? <span>{order}</span> : <a href={purchasePath(order)}>{order}</a>,
      below: { label: 'Day', cell: ({ day }) => formatDate(day) },
    },
    { label: 'Purchase', cell: (claim) => <Decision claim={claim} {...props} /> },
  ];
  return (
    <Section id="missing" tab="Sales" heading={texts.heading} anchor={sectionIds.saleClaims}>
      <p>{texts.intro}</p>
      <CardTable caption={texts.heading} columns={columns} rows={claims.oldest} keyOf={({ id }) => id} />
    </Section>
  );
}

/** The purchase of a report, and the buttons that settle the report. */
function Decision({ claim, notify, reload }: Props & { readonly claim: SaleClaim }) {
  const { id, affiliate, order_number: order, day, purchase_id: purchaseId } = claim;
  const loaded = useLoaded(purchaseId, () =>
    authFetch('GET /api/purchases/:id', { params: { id: purchaseId ?? '' } }),
  );
  const { data: purchase, failure } = loaded;
  const ask = useAsk();
  const settle = async (outcome: keyof typeof texts.settled, question: ConfirmQuestion) => {
    notify(null);
    const pressed = document.activeElement;
    if (!(await ask(question))) return;
    const credit = purchase && outcome === 'credited' ? await giveTo(affiliate.code, purchase) : null;
    const settlement = { params: { id }, body: { outcome } };
    const answer = credit ?? (await authFetch('POST /api/sale-claims/:id/settle', settlement));
    const result: Notice = answer.ok
      ? { kind: 'success', text: texts.settled[outcome](nameOf(affiliate)) }
      : { kind: 'error', text: errorMessage(answer) };
    notify({ ...result, shouldFocus: focusUnmoved(pressed) });
    // Another affiliate may miss the same purchase.
    await Promise.all([reload(), loaded.reload()]);
  };
  return (
    <div>
      {purchase ? (
        <Reported day={day} purchase={purchase} />
      ) : (
        <p>{purchaseId === null ? texts.noPurchase : (failure ?? texts.loading)}</p>
      )}
      <May role="finance">
        <div className="request-actions">
          {purchase && (
            <RowButton
              label={texts.credit}
              name={order}
              onPress={() => settle('credited', creditQuestion(claim, purchase))}
            />
          )}
          <RowButton
            label={texts.refuse}
            name={order}
            onPress={() => settle('not-credited', texts.refuseQuestion(nameOf(affiliate)))}
          />
        </div>
      </May>
    </div>
  );
}

function nameOf({ name, code }: SaleClaim['affiliate']): string {
  return `${name} (${code})`;
}

/** Re-attributes the purchase. Returns the answer if it failed, and null if the purchase is the affiliate's. */
async function giveTo(code: string, { id, version }: PurchaseDetails): Promise<ApiAnswer | null> {
  const body = { code, reason: texts.reason, version };
  const answer = await authFetch('POST /api/purchases/:id/reattribute', { params: { id }, body });
  return answer.ok || problemCode(answer.data) === 'reattribution-no-change' ? null : answer;
}

/** The day may be off this far without a mark: a buyer's word may be the only source. */
const toleratedMs = 3 * dayMs;

interface ReportedProps {
  readonly day: string;
  readonly purchase: PurchaseDetails;
}

function Reported({ day, purchase }: ReportedProps) {
  const { plan, state, affiliate, created_at: at, payments } = purchase;
  const isOtherDay = Math.abs(Date.parse(at) - Date.parse(day)) > toleratedMs;
  const owner = affiliate && texts.owner(nameOf(affiliate));
  return (
    <>
      <p>
        <span>{`${findPlan(plan)?.name ?? plan}, ${state}, ${formatDate(at)}.`}</span>{' '}
        {isOtherDay && <strong>{texts.otherDay}</strong>}
      </p>
      <p className="soft">{[owner, payments[0]?.no_commission?.text].filter(Boolean).join(' ')}</p>
    </>
  );
}

function creditQuestion({ affiliate }: SaleClaim, purchase: PurchaseDetails): ConfirmQuestion {
  const owner = purchase.affiliate?.code === affiliate.code ? null : purchase.affiliate;
  return {
    text: texts.creditQuestion(formatUsd(purchase.paid_cents), nameOf(affiliate)),
    detail: owner ? texts.taken(nameOf(owner)) : texts.terms,
    action: texts.creditNow,
  };
}
