import { reviewBusinessDays } from '../../client/accounts/review-days.ts';
import { activationMessages, applicationMessages } from '../../shared/messages/affiliate.ts';
import { formatDate } from '../../shared/dates.ts';
import { site } from '../../shared/site.ts';
import { count } from '../../shared/text.ts';
import { restoreFocus } from '../ui/focus.ts';

interface Activation {
  readonly date_activated: string | null;
  readonly left_at: string | null;
}

/** Returns 'Active since <date>', 'Left the program on <date>' or 'Not Activated'. */
export function activationText({ date_activated: activated, left_at: left }: Activation): string {
  if (activated !== null) return `${activationMessages.activeSince} ${formatDate(activated)}`;
  return left === null ? activationMessages.notActivated : `${activationMessages.leftOn} ${formatDate(left)}`;
}

/** Tells an affiliate how long the review takes, and that their link earns after the approval. */
export function ReviewNote() {
  return (
    <p>
      We review new applications within <span>{count(reviewBusinessDays, 'business day')}</span>. Your link
      starts earning once you’re approved.
    </p>
  );
}

/** A note at a code or a link that works only after the activation. */
export function NotYet() {
  return <p className="not-yet">{applicationMessages.notYet}</p>;
}

/** A declined application for the applicant: the reason, and the address for questions. */
export function DeclinedNote({ reason }: { readonly reason: string | null }) {
  return (
    <>
      <p>{applicationMessages.declined}</p>
      {reason !== null && <p>{applicationMessages.declinedReason(reason)}</p>}
      <p>
        {applicationMessages.lookAgain} <a href={`mailto:${site.email}`}>{site.email}</a>.
      </p>
    </>
  );
}

/** Offers to create an affiliate record for an account without one. */
export function MissingRecord({ onApply }: { readonly onApply: () => void }) {
  return (
    <section ref={restoreFocus} className="panel" data-tab="Apply" aria-labelledby="missing">
      <h2 id="missing">You’re not in the affiliate program yet</h2>
      <p>
        Your account works, but it isn’t part of the affiliate program. Apply with one click to get your own
        code. We review applications within <span>{count(reviewBusinessDays, 'business day')}</span>.
      </p>
      <div className="form-actions">
        <button type="button" className="button button-primary" onClick={onApply}>
          Apply Now
        </button>
        <a className="button button-quiet" href="/affiliate-program">
          Read the program’s terms
        </a>
      </div>
    </section>
  );
}
