/**
 * An ISO 8601 moment as month/day/year, in UTC: 8/15/2025. Throws a RangeError for none. Put together by hand, as the
 * names of months are.
 */
export const formatDate = (iso: string): string => {
  const [year, month, day] = new Date(iso).toISOString().slice(0, 10).split('-').map(Number);
  return [month, day, year].join('/');
};
