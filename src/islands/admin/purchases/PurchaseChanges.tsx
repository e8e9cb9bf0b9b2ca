import { May } from '../../data/role.tsx';
import { useRef } from 'react';
import { uuidv7 } from 'uuidv7';
import { formatDate } from '../../../shared/dates.ts';
import { purchaseAdminMessages as texts, recordMessages } from '../../../shared/messages/admin.ts';
import { decimalToCents } from '../../../shared/money.ts';
import { useAsk } from '../../ui/ask.ts';
import {
  PurchaseForm,
  type PurchaseHold,
  type PurchasePayment,
  type PurchaseSection,
  reasonError,
  reasonField,
} from './PurchaseForm.tsx';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';

const holdReasons: Readonly<Record<string, string>> = {
  'self-referral': 'the buyer is the affiliate',
  dispute: 'the buyer disputes the payment',
  review: 'under review',
};

/** A hold on a commission, with a form to release an open hold. */
export function PurchaseHoldItem({ hold, ...section }: PurchaseSection & { readonly hold: PurchaseHold }) {
  const { purchase, notify, reload } = section;
  const releasedBy = hold.released_by === 'provider' ? 'by PayPal' : 'by an admin';
  return (
    <li>
      <span>{`On hold since ${formatDate(hold.placed_at)}: ${holdReasons[hold.reason] ?? hold.reason}.`}</span>
      {hold.released_at === null ? (
        <May role="finance">
          <PurchaseForm
            {...section}
            fields={[{ ...reasonField, label: 'Reason for the release' }]}
            label={texts.releaseHold}
            busyLabel={texts.releasingHold}
            done={texts.holdReleased}
            disappears
            check={(read) => ({ reason: reasonError(read('reason')) })}
            send={(read) =>
              authFetch('POST /api/purchases/:id/release-hold', {
                params: { id: purchase.id },
                body: { holdId: hold.id, reason: read('reason').trim() },
              })
            }
            onConflict={(message) => {
              // Somebody else released the hold. The reloaded panel shows the release instead of this form.
              void reload();
              notify({ kind: 'error', text: message });
            }}
          />
        </May>
      ) : (
        <span>{` Released ${formatDate(hold.released_at)} ${releasedBy}.`}</span>
      )}
    </li>
  );
}

/** Adjusts the commission of a payment up, or an earlier adjustment down, with a reason. */
export function PurchaseAdjustment({
  payment,
  ...section
}: PurchaseSection & { readonly payment: PurchasePayment }) {
  /** The idempotency key: a second try after a lost answer adds nothing. */
  const id = useRef(uuidv7());
  return (
    <details className="disclosure">
      <summary className="button">{texts.adjust}</summary>
      <PurchaseForm
        {...section}
        fields={[
          { name: 'amountCents', label: 'Amount in dollars', maxLength: 12, hint: texts.adjustmentHint },
          reasonField,
        ]}
        label={texts.adjust}
        busyLabel={texts.adjusting}
        done={texts.adjusted}
        check={(read) => {
          if (!decimalToCents(read('amountCents').trim())) return { amountCents: texts.amountWanted };
          return { reason: reasonError(read('reason')) };
        }}
        send={async (read) => {
          const amountCents = decimalToCents(read('amountCents').trim()) ?? 0;
          const answer = await authFetch('POST /api/purchases/:id/adjust', {
            params: { id: section.purchase.id },
            body: { id: id.current, paymentId: payment.id, amountCents, reason: read('reason').trim() },
          });
          if (answer.ok) id.current = uuidv7();
          return answer;
        }}
      />
    </details>
  );
}

/** Attributes a purchase to another affiliate or to none, with a reason, after a question. */
export function PurchaseReattribution(section: PurchaseSection) {
  const { purchase, notify, reload } = section;
  const ask = useAsk();

  const loadNewer = async () => {
    const failure = await reload();
    notify(
      failure === null
        ? { kind: 'success', text: texts.newerPurchaseLoaded }
        : { kind: 'error', text: failure, remedy },
    );
  };
  const remedy = { label: texts.loadNewerPurchase, busyLabel: recordMessages.reloading, onPress: loadNewer };

  const isCommissionMissing = purchase.payments.some(
    ({ no_commission }) => no_commission?.code === 'affiliate-not-active',
  );
  return (
    <section aria-labelledby="reattribution">
      <h3 id="reattribution">Attribution</h3>
      <details className="disclosure">
        <summary className="button">{texts.changeAttribution}</summary>
        <PurchaseForm
          {...section}
          fields={[
            {
              name: 'code',
              label: 'Affiliate code',
              maxLength: 64,
              optional: true,
              hint: 'Leave empty to remove the affiliate.',
            },
            reasonField,
          ]}
          className="record-form"
          label={texts.reattribute}
          busyLabel={texts.reattributing}
          done={texts.reattributed}
          check={(read) => {
            const reason = reasonError(read('reason'));
            if (reason !== undefined) return { reason };
            const code = read('code').trim();
            if (code !== (purchase.affiliate?.code ?? '') || isCommissionMissing) return {};
            return { code: code === '' ? texts.alreadyUnattributed : texts.alreadyAttributed };
          }}
          send={async (read) => {
            const [code, reason] = [read('code').trim(), read('reason').trim()];
            const question = { text: texts.confirmReattribution(code), detail: texts.movesEntries };
            if (!(await ask({ ...question, action: texts.reattribute }))) return null;
            return authFetch('POST /api/purchases/:id/reattribute', {
              params: { id: purchase.id },
              body: { code: code || null, reason, version: purchase.version },
            });
          }}
          onConflict={(message) => {
            notify({ kind: 'error', text: message, remedy });
          }}
        />
      </details>
    </section>
  );
}
