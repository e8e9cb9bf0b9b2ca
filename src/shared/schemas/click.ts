import * as z from 'zod/mini';

/** A click on an affiliate's link, as the browser reports it. */
export const click = z.object({ code: z.string().check(z.maxLength(200)) });
