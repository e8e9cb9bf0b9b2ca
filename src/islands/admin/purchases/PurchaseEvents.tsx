import { useState } from 'react';
import { capitalize } from '../../../shared/text.ts';
import { formatMoment } from '../../../shared/dates.ts';
import { purchaseAdminMessages } from '../../../shared/messages/admin.ts';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import { useMay } from '../../data/role.tsx';
import { RowButton } from '../../ui/buttons.tsx';
import type { PurchaseEvent, PurchaseSection } from './PurchaseForm.tsx';
import type { ScreenCallbacks } from '../../ui/notices.tsx';
import { useAction } from '../../ui/use-action.ts';

/** PayPal's events about a purchase. */
export function PurchaseEvents({ purchase, notify, reload }: PurchaseSection) {
  return (
    <section aria-labelledby="purchase-events">
      <h3 id="purchase-events">PayPal events</h3>
      <EventTable events={purchase.events} notify={notify} reload={reload} />
    </section>
  );
}

interface EventTableProps extends ScreenCallbacks {
  readonly events: readonly PurchaseEvent[];
}

/** A table of PayPal's events. An event that failed, or was ignored with an error, can be retried. Times are UTC. */
export function EventTable({ events, ...callbacks }: EventTableProps) {
  const act = useAction(callbacks);
  const { tryEventAgain, tryingEventAgain, eventProcessed, eventFailedAgain, eventIgnored } =
    purchaseAdminMessages;
  const [busy, setBusy] = useState<string | null>(null);
  const mayRetry = useMay('finance');

  const retry = async (id: string) => {
    if (busy !== null) return;
    setBusy(id);
    await act({
      call: () => authFetch('POST /api/events/:id/retry', { params: { id } }),
      noticeOf: ({ state, last_error: reason }) => {
        const detail = reason ?? undefined;
        if (state === 'failed') return { kind: 'error', text: eventFailedAgain, detail };
        return state === 'ignored' ? { kind: 'success', text: eventIgnored, detail } : eventProcessed;
      },
    });
    setBusy(null);
  };

  const columns: readonly TableColumn<PurchaseEvent>[] = [
    {
      label: 'Event',
      heads: true,
      cell: ({ type, occurred_at }) => (
        <div>
          <p>{type}</p>
          <p className="soft">
            <time dateTime={occurred_at}>{formatMoment(occurred_at)}</time> UTC
          </p>
        </div>
      ),
    },
    {
      label: 'State',
      cell: (event) => (
        <div>
          <p>{stateOf(event)}</p>
          <p className="soft">{triesOf(event)}</p>
          {mayRetry && isRetriable(event) && (
            <div className="row-actions">
              <RowButton
                label={busy === event.id ? tryingEventAgain : tryEventAgain}
                name={`${event.type}, ${formatMoment(event.occurred_at)}`}
                busy={busy === event.id}
                onPress={() => retry(event.id)}
              />
            </div>
          )}
        </div>
      ),
    },
  ];

  return (
    <CardTable
      caption="Events"
      columns={columns}
      rows={events}
      keyOf={({ id }) => id}
      none="No events yet."
    />
  );
}

function stateOf({ state, next_attempt_at }: PurchaseEvent): string {
  if (state !== 'failed') return capitalize(state);
  return next_attempt_at === null
    ? 'Failed, no more tries'
    : `Failed, next try ${formatMoment(next_attempt_at)}`;
}

/** Returns the number of tries and the last error. Empty for an event that was processed at once. */
function triesOf({ attempts, last_error }: PurchaseEvent): string {
  return [attempts > 1 && `Tries: ${String(attempts)}.`, last_error].filter(Boolean).join(' ');
}

/** True for an event that failed, or was ignored with an error. */
function isRetriable({ state, last_error }: PurchaseEvent): boolean {
  return state === 'failed' || (state === 'ignored' && last_error !== null);
}
