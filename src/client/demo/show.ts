import { demoProfile, demoQuery, demoTexts } from './profile.ts';

/**
 * The script of /user-profile: makes up the person that its address asks for and writes it on the card that stands in the
 * page, after the moment that a profile takes to load. Nothing is fetched. What it shows besides is in the page.
 */
const sample = document.querySelector<HTMLElement>('.sampled');
const { delay = '0', sampleText = '' } = sample?.dataset ?? {};

const write = (): void => {
  if (!sample) throw new Error('The page has no card for a sample.');
  const profile = demoProfile(demoQuery(location.search), Date.now());
  const texts: Readonly<Record<string, string>> = demoTexts(profile);
  for (const place of sample.querySelectorAll<HTMLElement>('[data-field]'))
    place.textContent = texts[place.dataset.field ?? ''] ?? '';
  sample.querySelector('.portrait')?.setAttribute('data-stock', profile.profileImage.stock);

  const card = sample.querySelector('article');
  for (const state of ['data-loading', 'aria-hidden', 'inert']) card?.removeAttribute(state);
  const named = sample.querySelector('.sample-label > span');
  if (named) {
    named.textContent = `: ${profile.name}`;
    named.parentElement?.replaceChildren(sampleText, named);
  }
  sample.setAttribute('aria-busy', 'false');
};

/** Settles when the card is written; rejects where that cannot be done. */
export const shown = new Promise<void>((resolve, reject) => {
  setTimeout(() => {
    try {
      write();
      resolve();
    } catch (error) {
      console.warn('demo profile', error);
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  }, Number(delay));
});
