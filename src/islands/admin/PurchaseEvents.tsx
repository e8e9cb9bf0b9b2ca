import { useRef, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import type { PurchasePart } from './PurchasePanel.tsx';
import { asTitle, type PurchaseEvent, readEvent, retryEvent } from './purchase-record.ts';
import { RowButton } from './RowButton.tsx';
import { wordsOf } from './said-by-server.ts';

const heads = ['When', 'Event', 'State', 'Tries', 'What went wrong', 'Actions'] as const;

const timeText = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

const stateOf = ({ state, next_attempt_at }: PurchaseEvent): string => {
  if (state !== 'failed') return asTitle(state);
  return next_attempt_at === null ? 'Failed, given up' : 'Failed, tried again soon';
};

/** The provider's events about a purchase; a failed one can be tried again. Times are UTC. */
export const PurchaseEvents = ({ purchase, say, reload }: PurchasePart) => {
  const { tryEventAgain, tryingEventAgain, eventProcessed, eventFailedAgain } = messages.admin;
  const [busy, setBusy] = useState<string | null>(null);
  const working = useRef(false);

  const retry = async (id: string) => {
    if (working.current) return;
    working.current = true;
    setBusy(id);
    say(null);
    const answer = await retryEvent(id);
    const event = answer.ok ? readEvent(answer.data) : null;
    if (!event) say({ kind: 'error', text: wordsOf(answer) });
    else if (event.state === 'failed')
      say({ kind: 'error', text: eventFailedAgain, detail: event.last_error ?? undefined });
    else say({ kind: 'success', text: eventProcessed, takesFocus: true });
    await reload();
    setBusy(null);
    working.current = false;
  };

  return (
    <section aria-labelledby="purchase-events">
      <h3 id="purchase-events">Events of the payment provider</h3>
      {purchase.events.length === 0 ? (
        <p className="soft">No event has come.</p>
      ) : (
        <div className="table-wrap">
          <table className="table-cards">
            <caption className="visually-hidden">Events</caption>
            <thead>
              <tr>
                {heads.map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {purchase.events.map((event) => (
                <tr key={event.id}>
                  <td data-label="When">
                    <time dateTime={event.occurred_at}>{timeText(event.occurred_at)}</time>
                  </td>
                  <td data-label="Event">{event.type}</td>
                  <td data-label="State">{stateOf(event)}</td>
                  <td data-label="Tries">{event.attempts}</td>
                  <td data-label="What went wrong">{event.last_error ?? '–'}</td>
                  <td data-label="Actions">
                    {event.state === 'failed' ? (
                      <div className="row-actions">
                        <RowButton
                          label={busy === event.id ? tryingEventAgain : tryEventAgain}
                          name={event.type}
                          busy={busy === event.id}
                          onPress={() => void retry(event.id)}
                        />
                      </div>
                    ) : (
                      '–'
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
};
