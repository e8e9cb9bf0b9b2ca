import { Fragment } from 'react';
import { referralLink } from '../../client/referral-link.ts';
import { affiliateMessages } from '../../shared/messages/affiliate.ts';
import { copyMessages } from '../../shared/messages/copy.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { copiedFor } from '../../shared/timings.ts';
import { Facts } from '../ui/Facts.tsx';
import { QrCode } from './QrCode.tsx';
import type { Notice } from '../ui/FormNotice.tsx';
import { useCopy } from '../ui/use-copy.ts';

const says: Record<ReturnType<typeof useCopy>['state'], Notice | null> = {
  idle: null,
  copied: { kind: 'success', text: affiliateMessages.copied },
  failed: { kind: 'error', text: problemText('clipboard-failed') },
};

/** The code and the links of an active affiliate, to copy. What became of a copy is said in one place. */
export const ActiveAffiliate = ({ code }: { readonly code: string }) => {
  const { state, turn, copy } = useCopy(copiedFor.link);
  const said = says[state];

  const home = referralLink(code, '/');
  const buy = referralLink(code, '/buy');
  return (
    <section className="panel" data-tab="Code" aria-labelledby="code">
      <div className="side-by-side">
        <div>
          <h2 id="code">Your affiliate code</h2>
          <p className="code">{code}</p>
          <div className="buttons">
            <button type="button" className="button button-primary" onClick={() => void copy(code)}>
              {copyMessages.copy}
            </button>
            <button type="button" className="button" onClick={() => void copy(buy)}>
              Copy Buy Link
            </button>
          </div>
          <div className="notice" role="alert" data-kind={said?.kind}>
            <Fragment key={turn}>{said?.text}</Fragment>
          </div>
          <h3>Marketing links</h3>
          <Facts
            rows={[
              [
                'Home page',
                <a key="home" href={home}>
                  {home}
                </a>,
              ],
              [
                'Buy page',
                <a key="buy" href={buy}>
                  {buy}
                </a>,
              ],
            ]}
          />
        </div>
        <figure className="qr-figure">
          <QrCode text={buy} name="the buy page with your code" />
          <figcaption>The buy page, to print or show</figcaption>
        </figure>
      </div>
    </section>
  );
};
