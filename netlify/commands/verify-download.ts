import { createHash } from 'node:crypto';

/** What the download page promises of an installer. */
export interface Promised {
  readonly bytes: number;
  readonly sha256: string;
}

/** Whether the storage serves the promised installer, and if not, why. */
export type Verdict =
  | { readonly state: 'same' }
  | { readonly state: 'different' | 'unreadable'; readonly reason: string };

/** Enough for 200 MB at 10 Mbit/s. */
const DOWNLOAD_TIMEOUT_MS = 180_000;

/**
 * Downloads an installer and compares its size and SHA-256 with the release file. Nothing is kept: the download is hashed as
 * it comes, and stops at the first byte more than promised.
 */
export async function verifyDownload(
  address: string,
  { bytes, sha256 }: Promised,
  timeoutMs = DOWNLOAD_TIMEOUT_MS,
): Promise<Verdict> {
  const hash = createHash('sha256');
  let received = 0;
  try {
    const { status, body } = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    if (status === 404 || status === 410) return differs(`is not there (${String(status)})`);
    if (status !== 200 || !body) return { state: 'unreadable', reason: `answers ${String(status)}` };
    for await (const part of body) {
      received += part.byteLength;
      if (received > bytes) return differs(`has more than the ${String(bytes)} bytes of the release file`);
      hash.update(part);
    }
  } catch (error) {
    return { state: 'unreadable', reason: unreadable(error, timeoutMs) };
  }
  if (received < bytes)
    return differs(`has ${String(received)} bytes, and the release file says ${String(bytes)}`);
  const sum = hash.digest('hex');
  return sum === sha256
    ? { state: 'same' }
    : differs(`has the SHA-256 ${sum}, and the release file says ${sha256}`);
}

const differs = (reason: string): Verdict => ({ state: 'different', reason });

function unreadable(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError')
    return `could not be downloaded within ${String(timeoutMs / 1_000)} seconds`;
  return `cannot be downloaded (${error.cause instanceof Error ? error.cause.message : error.message})`;
}
