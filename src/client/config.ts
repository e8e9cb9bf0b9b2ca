import {
  PUBLIC_PAYPAL_ANNUAL_PLAN_ID,
  PUBLIC_PAYPAL_CLIENT_ID,
  PUBLIC_PAYPAL_SDK_URL,
} from 'astro:env/client';

/** The public settings that are built into the pages; .env.example tells what each is for. */
export const config = {
  paypal: {
    clientId: PUBLIC_PAYPAL_CLIENT_ID,
    /** Undefined loads the provider's own SDK. */
    sdkUrl: PUBLIC_PAYPAL_SDK_URL,
    annualPlanId: PUBLIC_PAYPAL_ANNUAL_PLAN_ID,
  },
};
