/** Google Analytics' script, unless PUBLIC_ANALYTICS_URL names another. */
export const analyticsScript = 'https://www.googletagmanager.com/gtag/js';
