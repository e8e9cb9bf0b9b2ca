import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { type AnswerOf, type ApiAnswer, problemCode } from '../../../client/api.ts';
import { dayMs, formatDate } from '../../../shared/dates.ts';
import { saleClaimMessages as texts } from '../../../shared/messages/overview.ts';
import { formatUsd } from '../../../shared/money.ts';
import { findPlan } from '../../../shared/plans.ts';
import { adminFailure } from '../../../shared/problem-texts/admin.ts';
import { May } from '../../data/role.tsx';
import { useApi } from '../../data/use-api.tsx';
import type { ConfirmQuestion } from '../../ui/ask.ts';
import { RowButton } from '../../ui/buttons.tsx';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import { LoadState } from '../../ui/loading.tsx';
import type { ScreenCallbacks } from '../../ui/notices.tsx';
import { Section } from '../../ui/Section.tsx';
import { useAction } from '../../ui/use-action.ts';
import type { PurchaseDetails } from '../purchases/PurchaseForm.tsx';
import { purchasePath, sectionIds } from './waiting-lines.ts';
import { affiliateLabel } from '../../ui/affiliate-label.ts';

type SaleClaim = AnswerOf<'GET /api/sale-claims'>['sale_claims'][number];

/** Sales that affiliates miss, the oldest first, each with its purchase and the reason why it earned nothing. */
export function SaleClaims({ notify, reload }: ScreenCallbacks) {
  const loaded = useApi('GET /api/sale-claims');
  const act = useAction({ notify, reload: () => Promise.all([loaded.reload(), reload()]) });
  const settle = (
    { id, affiliate, purchase }: SaleClaim,
    outcome: keyof typeof texts.settled,
    question: ConfirmQuestion,
  ) =>
    act({
      question,
      call: async () => {
        const credit = purchase && outcome === 'credited' ? await giveTo(affiliate.code, purchase) : null;
        return credit ?? authFetch('POST /api/sale-claims/:id/settle', { params: { id }, body: { outcome } });
      },
      noticeOf: () => texts.settled[outcome](affiliateLabel(affiliate)),
    });
  const renderDecision = (claim: SaleClaim) => {
    const { affiliate, order_number: order, day, purchase } = claim;
    return (
      <div>
        {purchase ? <Reported day={day} purchase={purchase} /> : <p>{texts.noPurchase}</p>}
        <May role="finance">
          <div className="request-actions">
            {purchase && (
              <RowButton
                label={texts.credit}
                name={order}
                onPress={() => settle(claim, 'credited', creditQuestion(affiliate, purchase))}
              />
            )}
            <RowButton
              label={texts.refuse}
              name={order}
              onPress={() => settle(claim, 'not-credited', texts.refuseQuestion(affiliateLabel(affiliate)))}
            />
          </div>
        </May>
      </div>
    );
  };
  const columns: readonly TableColumn<SaleClaim>[] = [
    { label: 'Affiliate', heads: true, cell: ({ affiliate }) => affiliateLabel(affiliate) },
    {
      label: 'Order',
      cell: ({ order_number: order, purchase }) =>
        purchase ? <a href={purchasePath(order)}>{order}</a> : <span>{order}</span>,
      below: { label: 'Day', cell: ({ day }) => formatDate(day) },
    },
    { label: 'Purchase', cell: renderDecision },
  ];
  return (
    <Section id="missing" tab="Sales" heading={texts.heading} anchor={sectionIds.saleClaims}>
      <p>{texts.intro}</p>
      <LoadState
        loaded={loaded}
        waiting={texts.loading}
        failureText={adminFailure('sale-claims-load-failed')}
      />
      {loaded.data && (
        <CardTable
          caption={texts.heading}
          columns={columns}
          rows={loaded.data.sale_claims}
          keyOf={({ id }) => id}
        />
      )}
    </Section>
  );
}

/** Re-attributes the purchase. Returns the answer if it failed, and null if the purchase is the affiliate's. */
async function giveTo(code: string, { id, version }: PurchaseDetails): Promise<ApiAnswer<never> | null> {
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
  const owner = affiliate && texts.owner(affiliateLabel(affiliate));
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

function creditQuestion(affiliate: SaleClaim['affiliate'], purchase: PurchaseDetails): ConfirmQuestion {
  const owner = purchase.affiliate?.code === affiliate.code ? null : purchase.affiliate;
  return {
    text: texts.creditQuestion(formatUsd(purchase.paid_cents), affiliateLabel(affiliate)),
    detail: owner ? texts.taken(affiliateLabel(owner)) : texts.terms,
    action: texts.creditNow,
  };
}
