import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { asTitle } from '../../shared/as-title.ts';
import { formatDate } from '../../shared/dates.ts';
import { purchaseAdminMessages } from '../../shared/messages/purchase-admin.ts';
import { recordMessages } from '../../shared/messages/records.ts';
import { findPlan } from '../../shared/plans.ts';
import { purchaseAdminProblemText } from '../../shared/problems/purchase-admin.ts';
import { auditPath } from '../records/audit-path.ts';
import { errorMessage } from '../../client/api-error.ts';
import type { Said } from '../records/ScreenNotice.tsx';
import { Facts } from '../ui/Facts.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { takesFocus } from '../ui/focus.ts';
import { useFocusOf } from '../ui/use-focus-of.ts';
import { loadPurchase, type PurchaseDetails } from './purchase-record.ts';
import { PurchaseEvents } from './PurchaseEvents.tsx';
import { PurchasePayments } from './PurchasePayments.tsx';
import { PurchaseReattribution } from './PurchaseReattribution.tsx';

interface Props {
  readonly ref: RefObject<HTMLElement | null>;
  readonly id: string;
  readonly say: (said: Said | null) => void;
  /** Something of the purchase is another by now: the list wants to be read again. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

const factsOf = ({
  order_id,
  payer_email,
  payer_id,
  plan,
  state,
  affiliate,
  code,
  created_at,
}: PurchaseDetails) =>
  [
    ['Order', <code key="order">{order_id}</code>],
    ['Buyer', payer_email ?? 'No address is kept'],
    ['Payer', payer_id ?? 'Unknown'],
    ['Plan', findPlan(plan)?.name ?? plan],
    ['State', asTitle(state)],
    ['Affiliate', affiliate ? `${affiliate.name} (${affiliate.code})` : 'None'],
    ['Code', code ?? 'None'],
    ['Recorded', formatDate(created_at)],
  ] as const;

/** All that is kept of one purchase, and what can be done about it. It takes the focus when it opens. */
export const PurchasePanel = ({ ref, id, say, onChanged, onClose }: Props) => {
  useFocusOf(ref, takesFocus);
  const [purchase, setPurchase] = useState<PurchaseDetails | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  /** The newest question: an answer to an earlier one is left aside, and whoever asked that waits for this one. */
  const newest = useRef<Promise<string | null>>(undefined);
  const reload = useCallback((): Promise<string | null> => {
    const asked: Promise<string | null> = loadPurchase(id).then((answer) => {
      if (newest.current !== asked) return newest.current ?? null;
      const found = answer.ok ? answer.data : null;
      const words = found ? null : purchaseAdminProblemText('purchase-load-failed', errorMessage(answer));
      if (found) setPurchase(found);
      setFailure(words);
      setBusy(false);
      return words;
    });
    newest.current = asked;
    setBusy(true);
    return asked;
  }, [id]);

  useEffect(() => {
    void reload();
  }, [reload]);

  /** A panel that was closed, or gave its place to another's, says only what failed, and of which purchase. */
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  const reloadAll = () => {
    onChanged();
    return reload();
  };

  const part = {
    say: (said: Said | null) => {
      if (open.current) say(said);
      else if (said?.kind === 'error')
        say({ kind: 'error', text: `${purchase?.order_id ?? id}: ${said.text}`, detail: said.detail });
    },
    reload: reloadAll,
    onChange: (changed: PurchaseDetails) => {
      setPurchase(changed);
      // A question from before the change would bring what was before it.
      void reloadAll();
    },
  };
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className="panel purchase-panel"
      data-tab="Purchase"
      aria-labelledby="purchase"
    >
      <h2 id="purchase">{`Purchase ${purchase?.order_id ?? ''}`}</h2>
      {failure !== null && <TryAgain text={failure} busy={busy} onRetry={() => void reload()} />}
      {!purchase && failure === null && <Waiting text={purchaseAdminMessages.loadingPurchase} />}
      {purchase && (
        <>
          <Facts rows={factsOf(purchase)} />
          <PurchasePayments purchase={purchase} {...part} />
          <PurchaseEvents purchase={purchase} {...part} />
          <PurchaseReattribution purchase={purchase} {...part} />
          <p>
            <a href={auditPath(id)}>{recordMessages.changes}</a>
          </p>
        </>
      )}
      <div className="form-actions">
        <button type="button" className="button" onClick={onClose}>
          {purchaseAdminMessages.close}
        </button>
      </div>
    </section>
  );
};
