const DAY = 24 * 60 * 60 * 1_000;

/**
 * Whole business days (Monday to Friday, UTC) from one moment to a later one: the end of the same weekday hour
 * on the next business day is one. Weekends count nothing.
 */
export const businessDaysBetween = (from: Date, until: Date): number => {
  let days = 0;
  for (let at = from.getTime() + DAY; at <= until.getTime(); at += DAY) {
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days += 1;
  }
  return days;
};
