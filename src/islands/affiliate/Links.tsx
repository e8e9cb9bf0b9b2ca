import { useState } from 'react';
import { callPath } from '../../client/api.ts';
import type { Affiliate } from '../../client/accounts/own-affiliate.ts';
import { referralLink } from '../../client/referral.ts';
import { linkMessages as texts } from '../../shared/messages/affiliate.ts';
import { affiliateFailure } from '../../shared/problem-texts/affiliate.ts';
import { useApi } from '../data/use-api.tsx';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { LoadState } from '../ui/loading.tsx';
import { FormNotice, type Notice } from '../ui/notices.tsx';
import { QrCode } from '../ui/QrCode.tsx';
import { Section } from '../ui/Section.tsx';
import { AffiliateScreen } from './AffiliateScreen.tsx';
import { type AffiliateLink, linkName, sumOf } from './link-figures.ts';
import { LinkForm } from './LinkForm.tsx';
import { LinkTable } from './LinkTable.tsx';
import { MonthChart } from './MonthChart.tsx';

/** The links of an affiliate with their figures and QR codes. An active affiliate can create, rename and delete links. */
export function Links() {
  return (
    <AffiliateScreen>
      {(affiliate) =>
        affiliate.date_activated !== null || affiliate.has_ledger ? (
          <LoadedLinks affiliate={affiliate} />
        ) : (
          <p>{texts.notYet}</p>
        )
      }
    </AffiliateScreen>
  );
}

function LoadedLinks({ affiliate }: { readonly affiliate: Affiliate }) {
  const loaded = useApi('GET /api/affiliates/links');
  const { data, reload } = loaded;
  return data ? (
    <Panels links={data.links.filter(isShown)} isActive={affiliate.date_activated !== null} reload={reload} />
  ) : (
    <LoadState loaded={loaded} waiting={texts.loading} failureText={affiliateFailure('links-load-failed')} />
  );
}

/** True unless the link was deleted and has no figures in the last twelve months. */
function isShown({ is_deleted, months }: AffiliateLink): boolean {
  const { clicks, purchases, earned_cents } = sumOf(months);
  return !is_deleted || clicks + purchases > 0 || earned_cents !== 0;
}

interface PanelsProps {
  readonly links: readonly AffiliateLink[];
  readonly isActive: boolean;
  readonly reload: () => Promise<unknown>;
}

function Panels({ links, isActive, reload }: PanelsProps) {
  const [notice, notify] = useState<Notice | null>(null);
  const [renamed, setRenamed] = useState<AffiliateLink | null>(null);
  const [qrCode, setQrCode] = useState('');
  const save = async (text: string) => {
    await reload();
    setRenamed(null);
    notify({ kind: 'success', text });
  };
  return (
    <>
      <p>{texts.intro}</p>
      <div className="links">
        <LinkTable
          links={links}
          isActive={isActive}
          notify={notify}
          reload={reload}
          onRename={setRenamed}
          onShowQr={({ code }) => {
            setQrCode(code);
          }}
        />
        <FormNotice notice={notice} canFocus />
        <div className="buttons">
          <DownloadButton
            label={texts.download}
            busyLabel={texts.downloading}
            path={callPath('GET /api/affiliates/links', { query: { format: 'csv' } })}
            fileName="links.csv"
            notify={notify}
          />
        </div>
      </div>
      {isActive && (
        <div className="panel-pair">
          <Section
            id="link-form"
            tab={renamed ? texts.rename : texts.new}
            heading={renamed ? texts.renameHeading : texts.newHeading}
          >
            <LinkForm
              key={renamed?.code}
              renamed={renamed}
              onSaved={save}
              onCancel={() => {
                setRenamed(null);
              }}
            />
          </Section>
          <LinkQrCode links={links} code={qrCode} />
        </div>
      )}
      <MonthChart links={links} initialFigure="clicks" canChooseLink />
      <p className="soft small">{texts.counting}</p>
    </>
  );
}

/** The QR code of the buy page with a link's code, of the own code at first. */
function LinkQrCode({ links, code }: { readonly links: readonly AffiliateLink[]; readonly code: string }) {
  const link = links.find((one) => one.code === code) ?? links[0];
  if (!link) return null;
  const name = linkName(link);
  return (
    <Section id="link-qr" tab={texts.qr} heading={texts.qrHeading}>
      <figure className="qr-figure">
        <QrCode text={referralLink(link.code, '/buy')} name={texts.qrName(name)} />
        <figcaption>{texts.qrCaption(name)}</figcaption>
      </figure>
    </Section>
  );
}
