import type { Page } from '@playwright/test';
import { uuidv7 } from 'uuidv7';
import { unique } from '../../api/mint.ts';

type Rows = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** A profile of the test's own; its tag stands in every text of it, and in no other profile. */
export interface MintedProfile {
  readonly id: string;
  readonly tag: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

/** A profile, straight into the table; `end` tells those with one tag apart. */
export const newProfile = async (
  rows: Rows,
  { tag = unique(), end = '' }: { readonly tag?: string; readonly end?: string } = {},
): Promise<MintedProfile> => {
  const made = {
    id: uuidv7(),
    tag,
    userId: `user-${tag}${end}`,
    name: `Person ${tag}${end}`,
    email: `${tag}${end}@mail.example`,
  };
  await rows('insert into user_profiles (id, user_id, name, email) values ($1, $2, $3, $4)', [
    made.id,
    made.userId,
    made.name,
    made.email,
  ]);
  return made;
};

/** What is stored of a profile. */
export const storedProfile = (rows: Rows, userId: string) =>
  rows(
    'select name, email, phone, picture_url, facebook_id, linkedin_id from user_profiles where user_id = $1',
    [userId],
  );

/** Somebody else saves the profile meanwhile. */
export const changeMeanwhile = (rows: Rows, userId: string, phone: string) =>
  rows('update user_profiles set phone = $2, version = version + 1 where user_id = $1', [userId, phone]);

/** A page in the place of the service's answer, as a host serves it that does not run the service. */
export const webPage = { status: 200, contentType: 'text/html', body: '<!doctype html><title>Home</title>' };

/** Fills in the form for a service's name and password, and sends it. */
export const giveCredentials = async (page: Page, name: string, password: string): Promise<void> => {
  await page.getByLabel('Service name').fill(name);
  await page.getByLabel('Service password').fill(password);
  await page.getByRole('button', { name: 'Use service credentials' }).click();
};
