import {
  PUBLIC_ANALYTICS_ID,
  PUBLIC_ANALYTICS_URL,
  PUBLIC_FIREBASE_API_KEY,
  PUBLIC_FIREBASE_AUTH_DOMAIN,
  PUBLIC_FIREBASE_EMULATOR_URL,
  PUBLIC_FIREBASE_PROJECT_ID,
  PUBLIC_PAYPAL_ANNUAL_PLAN_ID,
  PUBLIC_PAYPAL_CLIENT_ID,
  PUBLIC_PAYPAL_SDK_URL,
} from 'astro:env/client';
import { analyticsScript } from '../shared/analytics-script.ts';

/** Firebase's public settings. */
export interface IdentitySettings {
  readonly apiKey: string;
  readonly projectId: string;
  readonly authDomain: string | undefined;
  /** The local stack's emulator. Ignored on other hosts. */
  readonly emulatorUrl: string | undefined;
}

const identity: IdentitySettings | null =
  PUBLIC_FIREBASE_API_KEY && PUBLIC_FIREBASE_PROJECT_ID
    ? {
        apiKey: PUBLIC_FIREBASE_API_KEY,
        projectId: PUBLIC_FIREBASE_PROJECT_ID,
        authDomain: PUBLIC_FIREBASE_AUTH_DOMAIN,
        emulatorUrl: PUBLIC_FIREBASE_EMULATOR_URL,
      }
    : null;

/** The public settings that are built into the pages. .env.example explains each. */
export const config = {
  paypal: {
    clientId: PUBLIC_PAYPAL_CLIENT_ID,
    /** Undefined loads PayPal's own SDK. */
    sdkUrl: PUBLIC_PAYPAL_SDK_URL,
    annualPlanId: PUBLIC_PAYPAL_ANNUAL_PLAN_ID,
  },
  /** Null if authentication is not configured. */
  identity,
  /** Null if analytics is off. Then no script of the build names Google's address. */
  analytics: PUBLIC_ANALYTICS_ID
    ? { id: PUBLIC_ANALYTICS_ID, scriptUrl: PUBLIC_ANALYTICS_URL || analyticsScript }
    : null,
};
