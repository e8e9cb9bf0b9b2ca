import { Fragment } from 'react';
import type { Affiliate } from '../../client/accounts/own-affiliate.ts';
import { referralLink } from '../../client/referral.ts';
import { affiliateMessages } from '../../shared/messages/affiliate.ts';
import { copyMessages } from '../../shared/messages/site.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { Facts } from '../ui/CardTable.tsx';
import type { Notice } from '../ui/notices.tsx';
import { LINK_COPIED_MS, useCopy } from '../ui/copy.tsx';
import { Section } from '../ui/Section.tsx';
import { activationText } from './activation.tsx';

/** 'Active since <date>', the code and the links of an active affiliate, with copy buttons. One notice shows the result of every copy. */
export function ActiveAffiliate({ affiliate }: { readonly affiliate: Affiliate }) {
  const { code } = affiliate;
  const { state, attempt, copy } = useCopy(LINK_COPIED_MS);
  const notice = copyNotices[state];

  const home = referralLink(code, '/');
  const buy = referralLink(code, '/buy');
  return (
    <Section id="code" tab="Code" heading="Your affiliate code">
      <div className="code-line">
        <p className="code">{code}</p>
        <p className="state-line" data-active>
          {activationText(affiliate)}
        </p>
      </div>
      <div className="buttons">
        <button type="button" className="button button-primary" onClick={() => void copy(code)}>
          {copyMessages.copy}
        </button>
        <button type="button" className="button" onClick={() => void copy(buy)}>
          Copy Buy Link
        </button>
      </div>
      <div className="notice" role="alert" data-kind={notice?.kind}>
        <Fragment key={attempt}>{notice?.text}</Fragment>
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
      <p>
        <a href="/affiliate-pitch">Post templates</a> to go with your link
      </p>
    </Section>
  );
}

const copyNotices: Record<ReturnType<typeof useCopy>['state'], Notice | null> = {
  idle: null,
  copied: { kind: 'success', text: affiliateMessages.copied },
  failed: { kind: 'error', text: problemText('clipboard-failed') },
};
