import type { PayPalSettings, Switches } from './settings.ts';
import type { Certificates, State } from './state.ts';

/** What every part of the simulator works on. */
export interface World {
  readonly settings: PayPalSettings;
  readonly switches: Switches;
  /** Origin of the simulator itself. */
  readonly url: string;
  readonly state: State;
  readonly certificates: Certificates;
  save(): void;
  /** Queues a webhook about a resource as it is now. */
  emit(eventType: string, resourceType: string, summary: string, resource: Record<string, unknown>): void;
}

/** The present second in the provider's form, `2026-01-31T10:20:30Z`. */
export const timestamp = (date = new Date()): string => date.toISOString().replace(/\.\d+Z$/, 'Z');
