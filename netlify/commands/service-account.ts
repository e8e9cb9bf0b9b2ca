import * as z from 'zod/mini';

const shape = z.object({ project_id: z.string(), client_email: z.string(), private_key: z.string() });

/** The JSON of FIREBASE_SERVICE_ACCOUNT, in part; null where the text holds no such thing. */
export const readServiceAccount = (text: string | undefined): z.infer<typeof shape> | null => {
  try {
    return shape.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null;
  }
};
