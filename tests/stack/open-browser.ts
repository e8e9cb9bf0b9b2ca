import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from './browser.ts';

/** Starts a Chromium without a window; `args` are added to the usual ones. */
export const openBrowser = async (args: readonly string[] = []): Promise<Browser> => {
  const { executablePath, args: usual } = await findBrowser({ install: true });
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: [...usual, ...args] });
};
