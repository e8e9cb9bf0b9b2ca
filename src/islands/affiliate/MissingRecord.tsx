import { reviewBusinessDays } from '../ui/review-days.ts';
import { handsFocusOn } from '../ui/focus.ts';

/** For an account without an affiliate record: what that means, and the button that makes one. */
export const MissingRecord = ({ onApply }: { readonly onApply: () => void }) => (
  <section ref={handsFocusOn} className="panel" data-tab="Apply" aria-labelledby="missing">
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
