import type { ComponentProps } from 'react';
import { affiliatePath } from '../../../client/accounts/navigation.ts';
import {
  figureMessages as texts,
  formatCount,
  formatPercent,
  formatShare,
} from '../../../shared/messages/figures.ts';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import type { Figures } from './FiguresControls.tsx';
import { Section } from '../../ui/Section.tsx';

/** The steps from a view of /buy to a payment, each with its share of the step before. */
export function Funnel({ figures: { funnel, last_day } }: { readonly figures: Figures }) {
  const { first_day, buy_views, plans_chosen, payments_begun, paid } = funnel;
  if (first_day === null) return null;
  const { funnelSteps: steps, funnelShare: share } = texts;
  const lines = [
    { step: 'buy_views', number: buy_views, before: null, detail: null },
    { step: 'plans_chosen', number: plans_chosen, before: buy_views, detail: share.plans_chosen },
    { step: 'payments_begun', number: payments_begun, before: plans_chosen, detail: share.payments_begun },
    { step: 'paid', number: paid, before: payments_begun, detail: share.paid },
  ] as const;
  return (
    <Section id="funnel" heading={texts.funnel}>
      <p className="soft">{texts.funnelDays(first_day, last_day)}</p>
      <ol className="ledger-lines">
        {lines.map(({ step, number, before, detail }) => {
          const percent = before === null ? null : formatShare(number, before);
          return (
            <li key={step} className="line">
              <span className="number">{formatCount(number)}</span>{' '}
              <span className="what">
                <span className="text">{steps[step](number)}</span>
                {percent !== null && detail && <span className="detail">{` ${detail(percent)}`}</span>}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="soft small">{texts.funnelNote}</p>
    </Section>
  );
}

/** The pages with the most views. */
export function PageFigures({ pages }: { readonly pages: Figures['pages'] }) {
  return (
    <FiguresTable
      id="page-figures"
      caption={texts.pages}
      none={texts.noPages}
      columns={[
        { label: 'Page', heads: true, cell: ({ page }) => page },
        { label: 'Views', kind: 'number', cell: ({ views }) => formatCount(views) },
      ]}
      rows={pages}
      keyOf={({ page }) => page}
    />
  );
}

/** The affiliates with the most clicks, and how many purchases came of them. */
export function AffiliateFigures({ affiliates }: { readonly affiliates: Figures['affiliates'] }) {
  return (
    <FiguresTable
      id="affiliate-figures"
      caption={texts.affiliates}
      none={texts.noAffiliates}
      columns={affiliateColumns}
      rows={affiliates}
      keyOf={({ affiliate_id }) => affiliate_id}
    />
  );
}

const affiliateColumns: readonly TableColumn<Figures['affiliates'][number]>[] = [
  {
    label: 'Affiliate',
    heads: true,
    cell: ({ name, code }) => (
      <div>
        <span>{name}</span> <a href={affiliatePath({ code, email: '' })}>{code}</a>
      </div>
    ),
  },
  { label: 'Clicks', kind: 'number', cell: ({ clicks }) => formatCount(clicks) },
  { label: 'Purchases', kind: 'number', cell: ({ purchases }) => formatCount(purchases) },
  {
    label: 'Conversion',
    kind: 'number',
    cell: ({ conversion_percent }) => formatPercent(conversion_percent),
  },
];

interface FiguresTableProps<Row> extends ComponentProps<typeof CardTable<Row>> {
  readonly id: string;
}

function FiguresTable<Row>({ id, ...table }: FiguresTableProps<Row>) {
  return (
    <Section id={id} heading={table.caption}>
      <div className="figures-table">
        <CardTable {...table} />
      </div>
    </Section>
  );
}
