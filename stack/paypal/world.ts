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

/** The present as the simulated provider has it. */
export const present = ({ switches }: Pick<World, 'switches'>): Date =>
  switches.clock === null ? new Date() : new Date(switches.clock);

/** A second in the provider's form, `2026-01-31T10:20:30Z`. */
export const timestamp = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z');
