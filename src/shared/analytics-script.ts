/** Where the analytics provider's script is, unless the settings name another. */
export const analyticsScript = 'https://www.googletagmanager.com/gtag/js';
