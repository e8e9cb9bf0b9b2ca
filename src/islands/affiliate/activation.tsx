import { activationMessages } from '../../shared/messages/affiliate.ts';
import { formatDate } from '../../shared/dates.ts';
import { restoreFocus } from '../ui/focus.ts';

/** 'Active since <date>', or 'Not Activated'. */
export const activationText = ({ date_activated }: { readonly date_activated: string | null }): string =>
  date_activated === null
    ? activationMessages.notActivated
    : `${activationMessages.activeSince} ${formatDate(date_activated)}`;

/** For an affiliate who waits for activation: how long it takes, and what it changes. */
export const UntilActive = () => (
  <p>
    New applications are reviewed within <span>{reviewBusinessDays}</span> business days. Your link pays as
    soon as your code is activated.
  </p>
);

/** For an account without an affiliate record: what that means, and a button that creates a record. */
export const MissingRecord = ({ onApply }: { readonly onApply: () => void }) => (
  <section ref={restoreFocus} className="panel" data-tab="Apply" aria-labelledby="missing">
    <h2 id="missing">You are not in the affiliate program yet</h2>
    <p>
      Your account works, but there is no affiliate record for its email. Apply with one click: you get a code
      of your own, and we review applications within <span>{reviewBusinessDays}</span> business days.
    </p>
    <div className="form-actions">
      <button type="button" className="button button-primary" onClick={onApply}>
        Apply Now
      </button>
      <a className="button button-quiet" href="/affiliate-program">
        Read the terms
      </a>
    </div>
  </section>
);

declare const REVIEW_BUSINESS_DAYS: number;

/** Business days until an application is reviewed, by the terms on the day of the build. See astro.config.mjs. */
export const reviewBusinessDays: number = REVIEW_BUSINESS_DAYS;
