declare const REVIEW_BUSINESS_DAYS: number;

/** Business days within which an application is reviewed, by the terms of the day of the build: see astro.config.mjs. */
export const reviewBusinessDays: number = REVIEW_BUSINESS_DAYS;
