import type { Page } from '@playwright/test';

/**
 * The browser's functions and properties that privacy settings, extensions, in-app browsers or older browsers take away. The site may
 * use them only for what a visitor can do without. A name starts with the object that has the property.
 */
const optionalFunctions = [
  'Navigator.prototype.sendBeacon',
  'Navigator.prototype.clipboard',
  'Navigator.prototype.share',
  'Navigator.prototype.doNotTrack',
  'Navigator.prototype.globalPrivacyControl',
  'Navigator.prototype.userAgentData',
  'Navigator.prototype.serviceWorker',
  'Navigator.prototype.storage',
  'Navigator.prototype.permissions',
  'Crypto.prototype.randomUUID',
  'Crypto.prototype.subtle',
  'Document.prototype.fonts',
  'Document.prototype.cookie',
  'Document.prototype.startViewTransition',
  'Element.prototype.animate',
  'History.prototype.replaceState',
  'History.prototype.pushState',
  'HTMLElement.prototype.showPopover',
  'HTMLElement.prototype.hidePopover',
  'HTMLElement.prototype.togglePopover',
  'HTMLScriptElement.supports',
  'AbortSignal.timeout',
  'AbortSignal.any',
  'window.localStorage',
  'window.sessionStorage',
  'window.indexedDB',
  'window.caches',
  'window.matchMedia',
  'window.requestIdleCallback',
  'window.structuredClone',
  'window.navigation',
  'window.BroadcastChannel',
  'window.IntersectionObserver',
  'window.PerformanceObserver',
  'window.ResizeObserver',
  'window.Notification',
];

/** Lets each optional function throw when it is read or called, in every page. Such code rarely needs the function itself. */
export async function breakOptionalFunctions(page: Page): Promise<void> {
  await page.addInitScript((names) => {
    for (const name of names) {
      const parts = name.split('.');
      const property = parts.pop() ?? '';
      const owner = parts.reduce<object | undefined>(
        (object, part) => object && (Reflect.get(object, part) as object | undefined),
        window,
      );
      if (!owner) continue;
      const before = Object.getOwnPropertyDescriptor(owner, property);
      const fail = () => {
        throw new DOMException(`${name} is blocked`, 'SecurityError');
      };
      if (typeof before?.value === 'function')
        Object.defineProperty(owner, property, { value: fail, configurable: true });
      else if (before) Object.defineProperty(owner, property, { get: fail, configurable: true });
    }
  }, optionalFunctions);
}
