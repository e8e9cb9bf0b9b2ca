import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { AnswerOf } from '../../client/api.ts';
import { screenMessages } from '../../shared/messages/site.ts';
import { useApi } from '../data/use-api.tsx';

/**
 * Fills the admins' tabs (components/sections/ScreenTabs.astro) with the number of things that wait on each screen. Loads
 * nothing on a page without these tabs.
 */
export function TabCounts() {
  const [places, setPlaces] = useState<readonly HTMLElement[]>([]);
  useEffect(() => {
    setPlaces([...document.querySelectorAll<HTMLElement>('[data-waiting]')]);
  }, []);
  return places.length > 0 && <Counts places={places} />;
}

function Counts({ places }: { readonly places: readonly HTMLElement[] }) {
  // Without an answer the tabs have no numbers. The overview shows why.
  const { data } = useApi('GET /api/admin/overview');
  if (!data) return null;
  const counts = countsOf(data);
  return places.map((place) => {
    const screen = place.dataset.waiting ?? '';
    const count = counts[screen] ?? 0;
    return (
      count > 0 &&
      createPortal(
        <span className="count">
          <span>{count > 99 ? '99+' : count}</span>
          <span className="visually-hidden">{` ${screenMessages.waiting}`}</span>
        </span>,
        place,
        screen,
      )
    );
  });
}

/** The number of things that wait on each screen. */
function countsOf(overview: AnswerOf<'GET /api/admin/overview'>): Readonly<Record<string, number>> {
  const { applications, payouts, letters_sending: letters, purchases_on_hold: onHold } = overview;
  const { failed_events, reconciliation, sale_claims: sales, withdrawals } = overview;
  return {
    admin: failed_events.given_up + failed_events.retrying + withdrawals.open + withdrawals.unknown + sales,
    affiliates: applications.waiting,
    newsletter: letters,
    purchases: onHold + (reconciliation?.differences ?? 0),
    payouts: payouts.proposed.count + payouts.approved.count + payouts.returned.count + payouts.blocked.count,
  };
}
