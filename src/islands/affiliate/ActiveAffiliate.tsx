import { Fragment, useEffect, useRef, useState } from 'react';
import { referralLink } from '../../client/referral-link.ts';
import { affiliateMessages } from '../../shared/messages/affiliate.ts';
import { copyMessages } from '../../shared/messages/copy.ts';
import { problemText } from '../../shared/problems.ts';
import { copiedFor } from '../../shared/timings.ts';
import { Facts } from '../ui/Facts.tsx';
import { QrCode } from './QrCode.tsx';
import { type Notice, useTurn } from '../ui/FormNotice.tsx';

/** The code and the links of an active affiliate, to copy. What became of a copy is said in one place. */
export const ActiveAffiliate = ({ code }: { readonly code: string }) => {
  const [notice, setNotice] = useState<Notice | null>(null);
  const turn = useTurn(notice);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  const copy = async (text: string) => {
    clearTimeout(timer.current);
    try {
      await navigator.clipboard.writeText(text);
      setNotice({ kind: 'success', text: affiliateMessages.copied });
    } catch {
      setNotice({ kind: 'error', text: problemText('clipboard-failed') });
    }
    timer.current = setTimeout(() => {
      setNotice(null);
    }, copiedFor.link);
  };

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
          <div className="notice" role="alert" data-kind={notice?.kind}>
            <Fragment key={turn}>{notice?.text}</Fragment>
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
