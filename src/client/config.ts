/**
 * The public settings that are built into the pages (.env.example tells what each is for); the only
 * place that reads them.
 */
export const config = {
  paypal: {
    clientId: import.meta.env.PUBLIC_PAYPAL_CLIENT_ID,
    /** Undefined loads the provider's own SDK. */
    sdkUrl: import.meta.env.PUBLIC_PAYPAL_SDK_URL,
    annualPlanId: import.meta.env.PUBLIC_PAYPAL_ANNUAL_PLAN_ID,
  },
};
