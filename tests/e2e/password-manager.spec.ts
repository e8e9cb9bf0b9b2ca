import type { Page } from '@playwright/test';
import { pageScriptHasRun } from '../browsers/page-script.ts';
import { deep, expect, test } from './fixtures.ts';
import { holdRequests } from './page-helpers.ts';

/** Puts an element with a control of its own beside each field, as password managers do. */
function insertBesideFields(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const field of document.querySelectorAll('main .field')) {
      const added = document.createElement('div');
      added.className = 'manager';
      added.append(document.createElement('button'), document.createElement('input'));
      for (const control of added.children) control.toggleAttribute('hidden', true);
      field.querySelector('input')?.after(added);
      field.before(added.cloneNode());
    }
  });
}

/**
 * Records the field with the focus right after each replacement of the form, before any other task. A key that is pressed while no
 * field has the focus is lost.
 */
function recordFocus(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.focusedAfterReplacement = [];
    const form = document.activeElement?.closest('form');
    new MutationObserver(() => {
      const name = document.activeElement?.getAttribute('name') ?? null;
      if (form && !form.isConnected) window.focusedAfterReplacement.push(name);
    }).observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true });
  });
}

declare global {
  interface Window {
    focusedAfterReplacement: (string | null)[];
  }
}

/** An island and the plain form with their scripts, and how many characters are typed before the script arrives. */
const screens = [
  ['/login', /_astro\/LoginForm\./, 3],
  ['/', /_astro\/NewsletterScript\./, 20],
] as const;

test(
  'typing in a form survives its script and a password manager’s elements',
  deep,
  async ({ page, allowConsoleErrors }) => {
    // React reports that it replaced the form.
    allowConsoleErrors(/#418|hydrat/i);
    const typed = `${crypto.randomUUID()}@mail.example`;
    for (const [path, script, place] of screens)
      await test.step(`${path}, whose script arrives after ${String(place)} characters`, async () => {
        const held = await holdRequests(page, script);
        await page.goto(path);
        await pageScriptHasRun(page);
        const email = page.locator('main form input[name=email]');
        await email.focus();
        await insertBesideFields(page);
        await recordFocus(page);
        await page.keyboard.type(typed.slice(0, place));
        await expect.poll(held.count).toBe(1);
        const typing = page.keyboard.type(typed.slice(place), { delay: 3 });
        held.release();
        await typing;
        await expect(page.locator('main form .manager')).toHaveCount(0);
        await expect(email).toHaveValue(typed);
        await expect(email).toBeFocused();
        const focused = await page.evaluate('window.focusedAfterReplacement');
        expect(focused).not.toEqual([]);
        expect((focused as string[]).every((name) => name === 'email')).toBe(true);
        await page.unroute(script);
      });
  },
);
