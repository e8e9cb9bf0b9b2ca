import { useEffect, useRef, useState } from 'react';
import { replaceQuery } from '../../../client/accounts/navigation.ts';
import { figureMessages as texts, figureNames } from '../../../shared/messages/figures.ts';
import { adminFailure } from '../../../shared/problem-texts/admin.ts';
import { AdminsOnly } from '../../account/guards.tsx';
import { useApi } from '../../data/use-api.tsx';
import { LoadState } from '../../ui/loading.tsx';
import { FiguresChart } from './FiguresChart.tsx';
import { type Figures, FiguresControls, type FiguresQuery } from './FiguresControls.tsx';
import { AffiliateFigures, Funnel, PageFigures } from './FiguresTables.tsx';
import { OwnerLinks } from './OwnerLinks.tsx';
import { Section } from '../../ui/Section.tsx';

/** The owner's figures of twelve months: a chart, the steps to a payment, pages and affiliates. */
export function FiguresAdmin() {
  return <AdminsOnly>{() => <Screen />}</AdminsOnly>;
}

function queryInAddress(): FiguresQuery {
  const query = new URLSearchParams(location.search);
  return { unit: query.get('unit') === 'day' ? 'day' : 'week', page: query.get('page') ?? '' };
}

function Screen() {
  const [query, setQuery] = useState(queryInAddress);
  const parameters = { unit: query.unit, page: query.page || undefined };
  const loaded = useApi('GET /api/figures', { query: parameters });
  const { data, failure, loading } = loaded;
  /** The last loaded figures. They stay while others are loading, so that the page keeps its height. */
  const last = useRef(data);
  useEffect(() => {
    if (data) last.current = data;
  }, [data]);
  const figures = data ?? last.current;

  const change = (changes: Partial<FiguresQuery>) => {
    const changed = { ...query, ...changes };
    setQuery(changed);
    replaceQuery(
      new URLSearchParams({
        ...(changed.unit === 'day' && { unit: 'day' }),
        ...(changed.page && { page: changed.page }),
      }),
    );
  };
  return (
    <>
      <FiguresControls query={query} pages={figures?.pages ?? []} change={change} />
      <LoadState
        loaded={{ ...loaded, data: figures }}
        waiting={texts.loading}
        failureText={adminFailure('figures-load-failed')}
      />
      {figures && (failure === null || data) && (
        <div className="figures" aria-busy={loading || undefined}>
          {hasCounts(figures) ? (
            <FiguresChart key={figures.unit} figures={figures} page={query.page} />
          ) : (
            <p className="notice" data-kind="info">
              {texts.nothingYet}
            </p>
          )}
          <Funnel figures={figures} />
          <PageFigures pages={figures.pages} />
          <AffiliateFigures affiliates={figures.affiliates} />
          <OwnerLinks links={figures.links} reload={loaded.reload} />
          <About />
        </div>
      )}
    </>
  );
}

/** True if anything was counted in the twelve months. */
function hasCounts({ periods, pages }: Figures): boolean {
  const names = Object.keys(figureNames) as (keyof typeof figureNames)[];
  return pages.length > 0 || periods.some((period) => names.some((name) => period[name] > 0));
}

function About() {
  return (
    <Section id="about-figures" heading={texts.about}>
      <ul className="figures-about">
        {texts.counted.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Section>
  );
}
