import { Fragment } from 'react';
import { referralLink } from '../../client/referral.ts';
import { affiliateMessages } from '../../shared/messages/affiliate.ts';
import { copyMessages } from '../../shared/messages/site.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { copiedFor } from '../../shared/timings.ts';
import { Facts } from '../ui/CardTable.tsx';
import type { Notice } from '../ui/FormNotice.tsx';
import { useCopy } from '../ui/copy.tsx';
import { encode } from 'uqr';

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

interface Props {
  readonly text: string;
  /** What it leads to, in words. */
  readonly name: string;
}

/** Modules of white around the code, as readers need them. */
const QUIET = 4;

/** A text as a QR code, dark on white in both schemes, as cameras want it; printed on its own it stays sharp. */
export const QrCode = ({ text, name }: Props) => {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${String(x)} ${String(y)}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      role="img"
      aria-label={`QR code: ${name}`}
    >
      <path d={`M0 0h${String(size)}v${String(size)}H0z`} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
};
