/** A word of the API as a screen begins with it: `refund` → `Refund`. */
export const asTitle = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
