/**
 * An ISO 8601 moment as month/day/year, in UTC: 8/15/2025. Throws a RangeError for none. Put together by hand, as the
 * names of months are.
 */
export const formatDate = (iso: string): string => {
  const [year, month, day] = new Date(iso).toISOString().slice(0, 10).split('-').map(Number);
  return [month, day, year].join('/');
};

/** An ISO 8601 moment in UTC, to the second: 2025-08-15 09:30:00. */
export const formatMoment = (iso: string): string => iso.slice(0, 19).replace('T', ' ');
