interface ImportMetaEnv {
  readonly PUBLIC_PAYPAL_CLIENT_ID: string;
  readonly PUBLIC_PAYPAL_SDK_URL: string | undefined;
  readonly PUBLIC_PAYPAL_ANNUAL_PLAN_ID: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
