const monthDayYear = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  timeZone: 'UTC',
});

/** An ISO 8601 moment as month/day/year, in UTC: 8/15/2025. */
export const formatDate = (iso: string): string => monthDayYear.format(new Date(iso));
