import { demoProfile, demoTexts, readDemoQuery } from './profile.ts';

/**
 * Fills the card of /user-profile with a sample person after a simulated loading time. Resolves when the card is filled.
 * Rejects if the page has no card. The page itself contains all other texts.
 */
export const shown = new Promise<void>((resolve, reject) => {
  const sample = document.querySelector<HTMLElement>('.sampled');
  setTimeout(
    () => {
      try {
        fillCard(sample);
        resolve();
      } catch (error) {
        console.warn('demo profile', error);
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    },
    Number(sample?.dataset.delay ?? 0),
  );
});

function fillCard(sample: HTMLElement | null): void {
  if (!sample) throw new Error('The page has no card for a sample.');
  const profile = demoProfile(readDemoQuery(location.search), Date.now());
  const texts: Readonly<Record<string, string>> = demoTexts(profile);
  for (const place of sample.querySelectorAll<HTMLElement>('[data-field]'))
    place.textContent = texts[place.dataset.field ?? ''] ?? '';
  sample.querySelector('.portrait')?.setAttribute('data-stock', profile.profileImage.stock);

  const card = sample.querySelector('article');
  for (const state of ['data-loading', 'aria-hidden', 'inert']) card?.removeAttribute(state);
  const name = sample.querySelector('.sample-label > span');
  if (name) {
    name.textContent = `: ${profile.name}`;
    name.parentElement?.replaceChildren(sample.dataset.sampleText ?? '', name);
  }
  sample.setAttribute('aria-busy', 'false');
}
