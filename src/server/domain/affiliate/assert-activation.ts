import { problem } from '../../../shared/problems.ts';

/** How far the clock of an admin's computer may be ahead, in milliseconds. */
const ahead = 60_000;

/** What is wrong with an activation in the future. */
export const inTheFuture = 'Not in the future';

/** Whether an activation lies in the future, beyond what clocks differ. */
export const isInTheFuture = (activated: Date | null, now: Date): boolean =>
  activated !== null && activated.getTime() > now.getTime() + ahead;

/** Throws `invalid` for an activation in the future. */
export const assertActivation = (activated: Date | null, now: Date): void => {
  if (isInTheFuture(activated, now))
    throw problem('invalid', { fields: [{ field: 'date_activated', message: inTheFuture }] });
};
