import { type RefObject, useEffect, useRef } from 'react';
import { capitalize } from '../../../shared/text.ts';
import { formatDate } from '../../../shared/dates.ts';
import { purchaseAdminMessages, recordMessages } from '../../../shared/messages/admin.ts';
import { findPlan } from '../../../shared/plans.ts';
import { adminFailure } from '../../../shared/problem-texts/admin.ts';
import { auditPath } from '../../../client/accounts/navigation.ts';
import { errorMessage } from '../../../client/api.ts';
import type { Notice } from '../../ui/notices.tsx';
import { Facts } from '../../ui/CardTable.tsx';
import { CopyButton, LINK_COPIED_MS } from '../../ui/copy.tsx';
import { LoadState } from '../../ui/loading.tsx';
import { useFocusEffect } from '../../ui/focus.ts';
import { focusPanel } from '../kit/record-editor.tsx';
import { May } from '../../data/role.tsx';
import { useApi } from '../../data/use-api.tsx';
import type { PurchaseDetails } from './PurchaseForm.tsx';
import { PurchaseActions } from './PurchaseActions.tsx';
import { PurchaseEvents } from './PurchaseEvents.tsx';
import { PurchasePayments } from './PurchasePayments.tsx';
import { PurchaseReattribution } from './PurchaseChanges.tsx';
import { affiliateLabel } from '../../ui/affiliate-label.ts';

interface Props {
  readonly ref: RefObject<HTMLElement | null>;
  readonly id: string;
  readonly notify: (notice: Notice | null) => void;
  /** Called after a change of the purchase, so that the list is loaded again. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** The details of a purchase, and the forms that change it. Takes the focus when it opens. */
export function PurchasePanel({ ref, id, notify, onChanged, onClose }: Props) {
  useFocusEffect(ref, focusPanel);
  const loaded = useApi('GET /api/purchases/:id', { params: { id } });
  const { data: purchase, reload, replace } = loaded;
  const failureText = adminFailure('purchase-load-failed');

  /** False after the panel was closed. A closed panel reports only failures, with the order id. */
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const reloadAll = async (): Promise<string | null> => {
    onChanged();
    const failed = await reload();
    return failed && failureText(errorMessage(failed));
  };

  const sectionProps = {
    notify: (notice: Notice | null) => {
      if (isOpen.current) notify(notice);
      else if (notice?.kind === 'error')
        notify({ kind: 'error', text: `${purchase?.order_id ?? id}: ${notice.text}`, detail: notice.detail });
    },
    reload: reloadAll,
    onChange: (changed: PurchaseDetails) => {
      replace(changed);
      void reloadAll();
    },
  };
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className="panel record-panel purchase-panel"
      data-tab="Purchase"
      aria-labelledby="purchase"
    >
      <div className="panel-head">
        <h2 id="purchase">{`Purchase ${purchase?.order_id ?? ''}`}</h2>
        <button type="button" className="button button-quiet" onClick={onClose}>
          {purchaseAdminMessages.close}
        </button>
      </div>
      <LoadState loaded={loaded} waiting={purchaseAdminMessages.loadingPurchase} failureText={failureText} />
      {purchase && (
        <>
          <Facts rows={factsOf(purchase)} />
          <PurchasePayments purchase={purchase} {...sectionProps} />
          <PurchaseActions purchase={purchase} {...sectionProps} />
          <PurchaseEvents purchase={purchase} {...sectionProps} />
          <May role="finance">
            <PurchaseReattribution purchase={purchase} {...sectionProps} />
          </May>
          <p>
            <a href={auditPath(id)}>{recordMessages.changes}</a>
          </p>
        </>
      )}
    </section>
  );
}

function factsOf({
  order_id,
  payer_email,
  payer_id,
  plan,
  state,
  affiliate,
  code,
  created_at,
}: PurchaseDetails) {
  return [
    [
      'Order',
      <span key="order" className="with-button">
        <code>{order_id}</code>
        <CopyButton text={order_id} name={purchaseAdminMessages.orderId} confirmationMs={LINK_COPIED_MS} />
      </span>,
    ],
    ['Buyer', payer_email ?? 'Address removed'],
    ['Payer', payer_id ?? 'Unknown'],
    ['Plan', findPlan(plan)?.name ?? plan],
    ['State', capitalize(state)],
    ['Affiliate', affiliate ? affiliateLabel(affiliate) : 'None'],
    ['Code', code ?? 'None'],
    ['Recorded', formatDate(created_at)],
  ] as const;
}
