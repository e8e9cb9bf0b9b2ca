import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { Builder, Capabilities, Key, Origin, type WebDriver } from 'selenium-webdriver';
import type { WebKitPrograms } from '../../browsers/other-browsers.ts';
import { freePort } from '../../../stack/ports.ts';
import { type DrivenBrowser, type BrowserSession, type Tab, viewport, waitFor } from './tab.ts';

/** On a busy machine the driver sometimes never opens a session. A new driver process then gets a second try. */
const OPEN_WITHIN_MS = 25_000;

interface Program {
  readonly process: ChildProcess;
  /** The X display or the URL at which other programs reach this one. */
  readonly address: string;
}

/**
 * Starts WebKitGTK's driver on a display of its own, with Selenium as its client. Each session is a MiniBrowser process
 * without persistent storage. WebKitGTK's driver does not report console messages.
 */
export async function startWebKit({ driver, browser, display }: WebKitPrograms): Promise<DrivenBrowser> {
  const xServer = await startDisplay(display);
  let webDriver = await startDriver(driver, xServer.address);
  return {
    async openSession(siteUrl) {
      const opening = openSession(webDriver.address, browser, siteUrl).catch(() => null);
      const session = await Promise.race([opening, setTimeout(OPEN_WITHIN_MS, null, { ref: false })]);
      if (session) return session;
      await stop(webDriver.process);
      webDriver = await startDriver(driver, xServer.address);
      return openSession(webDriver.address, browser, siteUrl);
    },
    async close() {
      await stop(webDriver.process);
      await stop(xServer.process);
    },
  };
}

/** Starts Xvfb, which picks a free display number and writes the number to file descriptor 3. */
async function startDisplay(program: string): Promise<Program> {
  const size = `${String(viewport.width)}x${String(viewport.height)}x24`;
  const child = startProgram(program, ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp']);
  const output = child.stdio[3] as Readable;
  const number = await Promise.race([
    once(output, 'data').then(([data]: unknown[]) => String(data).trim()),
    once(child, 'close').then(() => null),
  ]);
  if (!number) throw new Error(`${program} did not start.`);
  return { process: child, address: `:${number}` };
}

async function startDriver(program: string, display: string): Promise<Program> {
  const port = String(await freePort());
  const address = `http://127.0.0.1:${port}`;
  const environment = { DISPLAY: display, GDK_BACKEND: 'x11' };
  const child = startProgram(program, ['--host=127.0.0.1', `--port=${port}`], environment);
  await waitFor('WebKitWebDriver', async () => {
    const response = await fetch(`${address}/status`).catch(() => null);
    return response?.ok ? response : null;
  });
  return { process: child, address };
}

function startProgram(program: string, args: string[], environment: object = {}): ChildProcess {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  // A driver that hangs ignores SIGTERM. SIGKILL is safe, because the driver has nothing to save.
  child.kill('SIGKILL');
  await closed;
}

async function openSession(driverUrl: string, binary: string, siteUrl: string): Promise<BrowserSession> {
  const capabilities = new Capabilities()
    .set('browserName', 'MiniBrowser')
    // --automation lets the driver control the browser; --private starts each session with empty storage.
    .set('webkitgtk:browserOptions', { binary, args: ['--automation', '--private'] });
  const driver = await new Builder().usingServer(driverUrl).withCapabilities(capabilities).build();
  await driver.manage().setTimeouts({ script: 5_000 });
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...viewport });
  const window = await driver.getWindowHandle();
  return { tab: tabOf(driver, window, siteUrl), problems: [], close: () => driver.quit() };
}

function tabOf(driver: WebDriver, window: string, siteUrl: string): Tab {
  /** Selenium talks to one window at a time. */
  async function inWindow<Result>(act: () => Promise<Result>): Promise<Result> {
    await driver.switchTo().window(window);
    return act();
  }
  return {
    goto: (path) => inWindow(() => driver.get(siteUrl + path)),
    reload: () => inWindow(() => driver.navigate().refresh()),
    // The driver's own back() and forward() wait for a load, which a page from the back-forward cache does not make.
    back: () => inWindow(() => driver.executeScript<undefined>('history.back()')),
    forward: () => inWindow(() => driver.executeScript<undefined>('history.forward()')),
    evaluate: (expression) => inWindow(() => driver.executeScript<unknown>(`return ${expression}`)),
    clickAt: ({ x, y }) =>
      inWindow(() => driver.actions().move({ x, y, duration: 0, origin: Origin.VIEWPORT }).click().perform()),
    typeText: (text) => inWindow(() => driver.actions().sendKeys(text).perform()),
    pressEnter: () => inWindow(() => driver.actions().sendKeys(Key.ENTER).perform()),
    async popup() {
      const opened = await waitFor('a popup', async () => {
        const windows = await driver.getAllWindowHandles();
        return windows.find((other) => other !== window) ?? null;
      });
      return tabOf(driver, opened, siteUrl);
    },
  };
}
