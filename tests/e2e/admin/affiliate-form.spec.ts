import type { Page } from '@playwright/test';
import { unique } from '../../api/mint.ts';
import { failedAnswer } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import {
  cellOf,
  dialogOf,
  formOf,
  noAnswer,
  openSearch,
  rowButton,
  rowOf,
  rowsOf,
  saidOf,
  save,
  searchFor,
  signInAdmin,
} from './admin-screen.ts';
import { newAffiliate } from './records.ts';

const path = '/affiliate-admin';
const emailMoves =
  'A new email takes this record away from its account, if it has one, and clears the payment email.';
const field = (page: Page, label: string) => formOf(page).getByLabel(label);

const fill = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
};

const open = async (page: Page): Promise<void> => {
  await signInAdmin(page);
  await page.goto(path);
  await expect(rowsOf(page).first()).toBeVisible();
};

test('an admin makes and edits an affiliate: fields are validated, refusals of the server shown, and a double press of Save makes one', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(noAnswer);
  allowConsoleErrors(failedAnswer);
  await test.step('a new affiliate needs name, email and code, and is saved once', async () => {
    await open(page);
    await save(page);
    await expect(field(page, 'Name')).toBeFocused();
    await expect(field(page, 'Name')).toHaveAccessibleDescription('Name is required');
    await expect(field(page, 'Email')).toHaveAccessibleDescription('Email is required');
    await expect(field(page, 'Affiliate code')).toHaveAccessibleDescription('Code is required');
    await fill(page, { Name: 'A', Email: 'nobody', 'Affiliate code': 'a', 'Referred by': 'nobody' });
    await save(page);
    for (const label of ['Email', 'Referred by'])
      await expect(field(page, label)).toHaveAccessibleDescription('Please enter a valid email address');

    const tag = unique();
    const email = `${tag}@mail.example`;
    await fill(page, { Name: `New ${tag}`, Email: email, 'Affiliate code': tag.toUpperCase() });
    await fill(page, { 'Referred by': 'ada@kithbook.example' });
    await context.setOffline(true);
    await save(page);
    await expect(saidOf(page)).toHaveText('Failed to save affiliate');
    await expect(field(page, 'Name')).toHaveValue(`New ${tag}`);
    await context.setOffline(false);
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/affiliates')) posts.push(request.url());
    });
    await formOf(page).getByRole('button', { name: 'Save' }).dblclick();
    await expect(saidOf(page)).toHaveText('Affiliate created successfully');
    expect(posts).toHaveLength(1);
    for (const label of ['Name', 'Email', 'Affiliate code', 'Referred by'])
      await expect(field(page, label)).toHaveValue('');
    await searchFor(page, tag);
    await expect(rowOf(page, email)).toContainText('ada@kithbook.example');
    await expect(cellOf(page, email, 'Code')).toHaveText(tag);
    await expect(cellOf(page, email, 'Status')).toHaveText('Not Activated');
    const [made, ...more] = await rows(
      "select name, code, to_char(date_created at time zone 'UTC', 'FMMM/FMDD/YYYY') as day from affiliates where email = $1",
      [email],
    );
    expect(more).toEqual([]);
    expect(made).toMatchObject({ name: `New ${tag}`, code: tag });
    await expect(cellOf(page, email, 'Date Created')).toHaveText(String(made?.day));
  });
  await test.step('a taken email, a taken code and a code of a wrong shape are refused', async () => {
    const other = await newAffiliate(rows);
    const tag = unique();
    await fill(page, { Name: 'Second', Email: other.email.toUpperCase(), 'Affiliate code': tag });
    await save(page);
    await expect(saidOf(page)).toHaveText('An affiliate with this email already exists.');
    await fill(page, { Email: `${tag}@mail.example`, 'Affiliate code': other.code });
    await save(page);
    await expect(saidOf(page)).toHaveText('This affiliate code is already taken.');
    await expect(field(page, 'Name')).toHaveValue('Second');
    await fill(page, { 'Affiliate code': 'no way!' });
    await save(page);
    await expect(field(page, 'Affiliate code')).toHaveAccessibleDescription(
      'A code has up to 32 letters, digits, hyphens and underscores, and starts with a letter or digit.',
    );
    expect(
      await rows('select id from affiliates where name = $1 and email like $2', ['Second', `${tag}%`]),
    ).toEqual([]);
  });
  await test.step('Edit fills the form without the code, and Cancel empties it', async () => {
    const one = await newAffiliate(rows);
    await openSearch(page, path, one.tag);
    await rowButton(page, 'Edit', one.name).click();
    await expect(page.getByRole('heading', { name: `Edit ${one.name}` })).toBeVisible();
    await expect(field(page, 'Name')).toHaveValue(one.name);
    await expect(field(page, 'Email')).toHaveValue(one.email);
    const code = field(page, 'Affiliate code');
    await expect(code).toHaveValue(one.code);
    await expect(code).toBeDisabled();
    await expect(code).toHaveAccessibleDescription('The affiliate code cannot be changed once created.');
    await expect(field(page, 'Email')).toHaveAccessibleDescription(emailMoves);
    await fill(page, { Name: 'Not to be kept' });
    await rowButton(page, 'Edit', one.name).click();
    await expect(dialogOf(page)).toHaveAccessibleName('Edit another record without saving what you typed?');
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(field(page, 'Name')).toHaveValue('Not to be kept');
    await formOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: 'Create an affiliate' })).toBeVisible();
    await expect(field(page, 'Name')).toHaveValue('');
    await expect(code).toBeEnabled();
    await rowButton(page, 'Edit', one.name).click();
    await fill(page, { Name: `Changed ${one.tag}` });
    await formOf(page).getByLabel('Activated').check();
    await save(page);
    await expect(saidOf(page)).toHaveText('Affiliate updated successfully');
    await expect(cellOf(page, one.email, 'Name')).toHaveText(`Changed ${one.tag}`);
    await expect(cellOf(page, one.email, 'Status')).toContainText('Active since');
    await expect(page.getByRole('heading', { name: 'Create an affiliate' })).toBeVisible();
  });
});

test('an answer that comes late leaves alone what is in the form by then', async ({ page, rows }) => {
  const one = await newAffiliate(rows);
  const other = await newAffiliate(rows);
  const { promise: wanted, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/api/affiliates/*', async (route) => {
    if (route.request().method() === 'PUT') await wanted;
    await route.fallback();
  });
  await signInAdmin(page);
  await openSearch(page, path, one.tag);
  await rowButton(page, 'Edit', one.name).click();
  await fill(page, { Name: `Changed ${one.tag}` });
  await save(page);
  await searchFor(page, other.tag);
  await rowButton(page, 'Edit', other.name).click();
  await dialogOf(page).getByRole('button', { name: 'Edit' }).click();
  await fill(page, { Name: 'Still being typed' });
  release(undefined);
  await expect(saidOf(page)).toHaveText('Affiliate updated successfully');
  await expect(page.getByRole('heading', { name: `Edit ${other.name}` })).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue('Still being typed');
  expect(
    await rows('select name from affiliates where id = any ($1) order by name', [[one.id, other.id]]),
  ).toEqual([{ name: `Changed ${one.tag}` }, { name: other.name }]);
});

test('what two admins change at once: the second is told, keeps what was typed, and can reload what the first saved', async ({
  page,
  browser,
  baseURL,
  rows,
  watch,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const one = await newAffiliate(rows);
  const others = await browser.newContext({ baseURL: baseURL ?? '' });
  await watch(others);
  const second = await others.newPage();
  for (const screen of [page, second]) {
    await signInAdmin(screen);
    await openSearch(screen, path, one.tag);
    await rowButton(screen, 'Edit', one.name).click();
  }
  await fill(page, { Name: `First ${one.tag}`, 'Referred by': 'ada@kithbook.example' });
  await field(page, 'Activated').check();
  await save(page);
  await expect(saidOf(page)).toHaveText('Affiliate updated successfully');
  await fill(second, { Name: `Second ${one.tag}` });
  await save(second);
  await expect(saidOf(second)).toHaveText(
    'Somebody else has changed this record. Reload it, then make your change again.',
  );
  await expect(field(second, 'Name')).toHaveValue(`Second ${one.tag}`);
  await expect(rowOf(second, `First ${one.tag}`)).toBeVisible();
  expect(await rows('select name from affiliates where id = $1', [one.id])).toEqual([
    { name: `First ${one.tag}` },
  ]);
  // By keyboard: the reloaded record replaces the fields, and the form takes the focus.
  const reload = second.getByRole('button', { name: 'Reload the record, discard my text' });
  await reload.press('Enter');
  await expect(saidOf(second)).toHaveText('The record is reloaded. Make your change again, then save.');
  await expect(reload).toHaveCount(0);
  await expect(second.getByRole('region', { name: `Edit First ${one.tag}` })).toBeFocused();
  await expect(field(second, 'Name')).toHaveValue(`First ${one.tag}`);
  await expect(field(second, 'Referred by')).toHaveValue('ada@kithbook.example');
  await expect(field(second, 'Activated')).toBeChecked();
  await fill(second, { Name: `Second ${one.tag}` });
  await field(second, 'Name').press('Enter');
  await expect(saidOf(second)).toHaveText('Affiliate updated successfully');
  expect(
    await rows(
      'select name, referred_by, date_activated is not null as active from affiliates where id = $1',
      [one.id],
    ),
  ).toEqual([{ name: `Second ${one.tag}`, referred_by: 'ada@kithbook.example', active: true }]);

  await test.step('Cancel takes the conflict back', async () => {
    await rowButton(second, 'Edit', `Second ${one.tag}`).click();
    await rows('update affiliates set version = version + 1 where id = $1', [one.id]);
    await save(second);
    await expect(reload).toBeVisible();
    await formOf(second).getByRole('button', { name: 'Cancel' }).click();
    await expect(saidOf(second)).toBeEmpty();
    await expect(reload).toHaveCount(0);
  });
  await second.context().close();
});
