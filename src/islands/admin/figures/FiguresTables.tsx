import { affiliatePath } from '../../../client/accounts/navigation.ts';
import {
  figureMessages as texts,
  formatCount,
  formatPercent,
  formatShare,
} from '../../../shared/messages/figures.ts';
import { CardTable } from '../../ui/CardTable.tsx';
import type { Figures } from './FiguresControls.tsx';

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
    <section aria-labelledby="funnel">
      <h2 id="funnel">{texts.funnel}</h2>
      <p className="soft">{texts.funnelDays(first_day, last_day)}</p>
      <ol className="figures-steps">
        {lines.map(({ step, number, before, detail }) => {
          const percent = before === null ? null : formatShare(number, before);
          return (
            <li key={step}>
              <span className="step-number">{formatCount(number)}</span>{' '}
              <span>
                <span className="step-text">{steps[step](number)}</span>
                {percent !== null && detail && <span className="step-share">{` ${detail(percent)}`}</span>}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="soft small">{texts.funnelNote}</p>
    </section>
  );
}

/** The pages with the most views. */
export function PageFigures({ pages }: { readonly pages: Figures['pages'] }) {
  return (
    <section aria-labelledby="page-figures">
      <h2 id="page-figures">{texts.pages}</h2>
      {pages.length === 0 ? (
        <p>{texts.noPages}</p>
      ) : (
        <div className="figures-table">
          <CardTable
            caption={texts.pages}
            columns={[
              { label: 'Page', heads: true, cell: ({ page }) => page },
              { label: 'Views', look: 'number', cell: ({ views }) => formatCount(views) },
            ]}
            rows={pages}
            keyOf={({ page }) => page}
          />
        </div>
      )}
    </section>
  );
}

/** The affiliates with the most clicks, and how many purchases came of them. */
export function AffiliateFigures({ affiliates }: { readonly affiliates: Figures['affiliates'] }) {
  return (
    <section aria-labelledby="affiliate-figures">
      <h2 id="affiliate-figures">{texts.affiliates}</h2>
      {affiliates.length === 0 ? (
        <p>{texts.noAffiliates}</p>
      ) : (
        <div className="figures-table">
          <CardTable
            caption={texts.affiliates}
            columns={[
              {
                label: 'Affiliate',
                heads: true,
                cell: ({ name, code }) => (
                  <div>
                    <span>{name}</span> <a href={affiliatePath({ code, email: '' })}>{code}</a>
                  </div>
                ),
              },
              { label: 'Clicks', look: 'number', cell: ({ clicks }) => formatCount(clicks) },
              { label: 'Purchases', look: 'number', cell: ({ purchases }) => formatCount(purchases) },
              {
                label: 'Conversion',
                look: 'number',
                cell: ({ conversion_percent }) => formatPercent(conversion_percent),
              },
            ]}
            rows={affiliates}
            keyOf={({ affiliate_id }) => affiliate_id}
          />
        </div>
      )}
    </section>
  );
}
