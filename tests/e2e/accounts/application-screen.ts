import type { Page, Route } from '@playwright/test';

export const submitted = 'Your affiliate application was submitted.';
export const columns =
  'select name, email, code, date_activated, referred_by from affiliates where email = $1';
export const main = (page: Page) => page.locator('main');
export const copyButton = (page: Page) => main(page).locator('.copy-link').getByRole('button');

export const taken = {
  error: 'This affiliate code is already taken.',
  code: 'affiliate-code-taken',
  requestId: 'r',
};
export const broken = { error: 'Something went wrong on our side.', code: 'internal-error', requestId: 'r' };

/** Answers the first `times` posts of a record as given; further ones go through. */
export const refusePosts = async (page: Page, times: number, status: number, json: object) => {
  const codes: unknown[] = [];
  const answer = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    codes.push((route.request().postDataJSON() as { code: unknown }).code);
    return codes.length > times ? route.continue() : route.fulfill({ status, json });
  };
  await page.route('**/api/affiliates', answer);
  return codes;
};
