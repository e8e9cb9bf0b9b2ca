import type { Page } from '@playwright/test';

export interface ScreenState {
  readonly name: string;
  /** Pictures what the window shows at the end, rather than the whole page. */
  readonly part?: boolean;
  /** What is set up before the page is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** What a visitor does on the page. */
  readonly act: (page: Page) => Promise<void>;
}
