declare global {
  interface Window {
    /** The analytics provider's queue; there only when it is configured and wanted. */
    gtag?: (command: 'event', name: string, details?: Readonly<Record<string, string>>) => void;
  }
}

/** Reports an event to the analytics provider, where one is loaded. */
export const logEvent = (name: string, details?: Readonly<Record<string, string>>): void => {
  window.gtag?.('event', name, details);
};
