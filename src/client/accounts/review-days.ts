declare const REVIEW_BUSINESS_DAYS: number;

/** Business days until an application is reviewed. The build inserts the value of the current terms. */
export const reviewBusinessDays: number = REVIEW_BUSINESS_DAYS;
