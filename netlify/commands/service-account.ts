import * as z from 'zod/mini';

const shape = z.object({ project_id: z.string(), client_email: z.string(), private_key: z.string() });

/** Parses FIREBASE_SERVICE_ACCOUNT. Returns null unless it is the JSON of a service account. */
export function readServiceAccount(text: string | undefined): z.infer<typeof shape> | null {
  try {
    return shape.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null;
  }
}
