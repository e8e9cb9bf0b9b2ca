import { formatMoment } from '../../../shared/dates.ts';
import { overviewMessages, paypalActionMessages as texts } from '../../../shared/messages/overview.ts';
import { formatUsd } from '../../../shared/money.ts';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import { type Overview, purchasePath, sectionIds } from './waiting-lines.ts';
import { Section } from '../../ui/Section.tsx';

type StuckAction = Overview['paypal_actions']['newest'][number];

/** Refunds and cancellations that PayPal refused, or has not answered for an hour. */
export function StuckActions({ actions }: { readonly actions: Overview['paypal_actions'] }) {
  const { refused, late, newest } = actions;
  const total = refused + late;
  return (
    <Section id="stuck" tab="PayPal" heading={texts.heading} anchor={sectionIds.stuckActions}>
      <p>{texts.intro}</p>
      {newest.length < total && <p className="soft">{overviewMessages.newestFailed(newest.length, total)}</p>}
      <CardTable caption={texts.heading} columns={columns} rows={newest} keyOf={({ id }) => id} />
    </Section>
  );
}

/** Times are UTC. */
const columns: readonly TableColumn<StuckAction>[] = [
  {
    label: 'Request',
    heads: true,
    cell: ({ kind, state, amount_cents: cents, at }) => (
      <div>
        <p>{cents === null ? texts.kinds[kind] : `${texts.kinds[kind]}, ${formatUsd(cents)}`}</p>
        <p className="soft">
          <span>{state === 'refused' ? texts.refused : texts.waiting}</span>{' '}
          <time dateTime={at}>{formatMoment(at)}</time> UTC
        </p>
      </div>
    ),
  },
  {
    label: 'Order',
    cell: ({ order_id: order }) => (
      <a className="cut" href={purchasePath(order)}>
        {order}
      </a>
    ),
  },
  {
    label: 'Error',
    cell: ({ error }) => error ?? overviewMessages.noError,
  },
];
