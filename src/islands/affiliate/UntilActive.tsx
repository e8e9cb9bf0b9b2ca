import { reviewBusinessDays } from '../ui/review-days.ts';

/** For whoever waits to be activated: how long that takes, and what it changes. */
export const UntilActive = () => (
  <p>
    New applications are reviewed within <span>{reviewBusinessDays}</span> business days. Your link pays as
    soon as your code is activated.
  </p>
);
