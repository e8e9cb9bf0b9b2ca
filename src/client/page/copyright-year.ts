/** Corrects the footer's year, which is the build's, after New Year. */
export const correctYear = (): void => {
  const place = document.querySelector('[data-year]');
  const year = new Date().getUTCFullYear();
  if (place && year > Number(place.textContent)) place.textContent = String(year);
};
