export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A tab or popup of a driven browser. Its methods do what every driver can do; actions.ts builds on them. */
export interface Tab {
  goto(path: string): Promise<void>;
  reload(): Promise<void>;
  /** Starts going back in the history; the caller waits for the page. */
  back(): Promise<void>;
  /** Starts going forward in the history; the caller waits for the page. */
  forward(): Promise<void>;
  /** Returns the value of a JavaScript expression in the page; a promise is awaited. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks with the mouse at a point of the viewport. */
  clickAt(point: Point): Promise<void>;
  /** Types text into the focused element. */
  typeText(text: string): Promise<void>;
  pressEnter(): Promise<void>;
  /** Waits for the popup that this tab opened, and returns it. */
  popup(): Promise<Tab>;
}

/** A browser window with storage of its own: nothing of an earlier session is in it. */
export interface Session {
  readonly tab: Tab;
  /** Console errors and warnings, exceptions, policy violations and external requests, if the driver reports them. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

export interface DrivenBrowser {
  openSession(siteUrl: string): Promise<Session>;
  close(): Promise<void>;
}

/** Size of the viewport, wide enough for the site's bar without its menu. */
export const viewport = { width: 1280, height: 800 } as const;

/** Calls `find` until it returns something other than null, for at most 20 seconds. */
export async function waitFor<Found>(what: string, find: () => Promise<Found | null>): Promise<Found> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const found = await find();
    if (found !== null) return found;
    if (Date.now() > deadline) throw new Error(`Waited 20 seconds for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
