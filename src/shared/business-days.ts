const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Whole business days (Monday to Friday, UTC) from one moment to a later one: the first has passed at the same time of day
 * on the next business day. Weekends count nothing.
 */
export const businessDaysBetween = (from: Date, until: Date): number => {
  let days = 0;
  for (let at = from.getTime() + dayMs; at <= until.getTime(); at += dayMs) {
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days += 1;
  }
  return days;
};
