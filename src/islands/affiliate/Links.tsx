import { useState } from 'react';
import { callPath } from '../../client/api.ts';
import { linkMessages as texts } from '../../shared/messages/affiliate.ts';
import { affiliateFailure } from '../../shared/problem-texts/affiliate.ts';
import { useApi } from '../data/use-api.tsx';
import { Facts, Usd } from '../ui/CardTable.tsx';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { LoadState } from '../ui/loading.tsx';
import { FormNotice, type Notice } from '../ui/notices.tsx';
import { type AffiliateLink, conversionText, sumOf } from './link-figures.ts';
import { LinkChart } from './LinkChart.tsx';
import { LinkForm } from './LinkForm.tsx';
import { LinkTable } from './LinkTable.tsx';
import { Section } from '../ui/Section.tsx';

/** The clicks, purchases and earnings of each link of an affiliate. An active affiliate can make, rename and delete links. */
export function Links({ isActive }: { readonly isActive: boolean }) {
  const loaded = useApi('GET /api/affiliates/links');
  const { data, failure, reload } = loaded;
  return (
    <Section id="links" tab="Links" heading={texts.heading}>
      {data ? (
        <Panel links={data.links.filter(isShown)} isActive={isActive} reload={reload} />
      ) : (
        <div className={failure === null ? 'links-waiting' : undefined}>
          <LoadState
            loaded={loaded}
            waiting={texts.loading}
            failureText={affiliateFailure('links-load-failed')}
          />
        </div>
      )}
    </Section>
  );
}

/** True unless the link was deleted and has no figures in the last twelve months. */
function isShown({ is_deleted, months }: AffiliateLink): boolean {
  const { clicks, purchases, earned_cents } = sumOf(months);
  return !is_deleted || clicks + purchases > 0 || earned_cents !== 0;
}

interface PanelProps {
  readonly links: readonly AffiliateLink[];
  readonly isActive: boolean;
  readonly reload: () => Promise<unknown>;
}

function Panel({ links, isActive, reload }: PanelProps) {
  const [notice, notify] = useState<Notice | null>(null);
  const [renamed, setRenamed] = useState<AffiliateLink | null>(null);
  const save = async (text: string) => {
    await reload();
    setRenamed(null);
    notify({ kind: 'success', text });
  };
  return (
    <div className="links">
      <p>{texts.intro}</p>
      <Totals links={links} />
      <LinkTable links={links} isActive={isActive} notify={notify} reload={reload} onRename={setRenamed} />
      <FormNotice notice={notice} />
      {isActive && (
        <LinkForm
          key={renamed?.code}
          renamed={renamed}
          onSaved={save}
          onCancel={() => {
            setRenamed(null);
          }}
        />
      )}
      <LinkChart links={links} />
      <div className="buttons">
        <DownloadButton
          label={texts.download}
          busyLabel={texts.downloading}
          path={callPath('GET /api/affiliates/links', { query: { format: 'csv' } })}
          fileName="links.csv"
          notify={notify}
        />
      </div>
      <p className="soft small">{texts.counting}</p>
    </div>
  );
}

function Totals({ links }: { readonly links: readonly AffiliateLink[] }) {
  const total = sumOf(links.flatMap(({ months }) => months));
  const rows = [
    [texts.clicks, String(total.clicks)],
    [texts.purchases, String(total.purchases)],
    [texts.conversion, conversionText(total)],
    [texts.earned, <Usd key="earned" cents={total.earned_cents} />],
  ] as const;
  return <Facts className="counters" rows={rows} />;
}
