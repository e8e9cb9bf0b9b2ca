import { problem } from '../../shared/problems.ts';

/** How far the clock of an admin's computer may be ahead, in milliseconds. */
const ahead = 24 * 60 * 60_000;

/** What is wrong with an activation in the future. */
export const inTheFuture = 'Not in the future';

/** Whether an activation lies in the future, beyond what clocks differ. */
export const isInTheFuture = (activated: Date | null, now: Date): boolean =>
  activated !== null && activated.getTime() > now.getTime() + ahead;

/** At the latest now: a code counts as valid from the moment that it is saved, and so do commissions. */
export const notAhead = (activated: Date | null, now: Date): Date | null =>
  activated !== null && activated > now ? now : activated;

/** An activation as it is kept. Throws `invalid` for one in the future. */
export const keptActivation = (activated: Date | null, now: Date): Date | null => {
  if (isInTheFuture(activated, now))
    throw problem('invalid', { fields: [{ field: 'date_activated', message: inTheFuture }] });
  return notAhead(activated, now);
};
