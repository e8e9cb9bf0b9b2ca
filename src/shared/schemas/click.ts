import * as z from 'zod/mini';

/** A click on an affiliate's link, as the browser reports it: the `ref` value of the link, or several of them. */
export const click = z.object({ code: z.union([z.string(), z.array(z.string())]) });
