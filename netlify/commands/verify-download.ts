import { createHash } from 'node:crypto';
import { rootMessage } from './command-result.ts';

/** Size and checksum that the release file states. */
export interface InstallerFigures {
  readonly bytes: number;
  readonly sha256: string;
}

/** Enough for 200 MB at 10 Mbit/s. */
const DOWNLOAD_TIMEOUT_MS = 180_000;

/**
 * Downloads an installer and compares its size and SHA-256 with the release file. Returns the difference, or null. Hashes the
 * download chunk by chunk, and stops as soon as it is longer than the release file says.
 */
export async function verifyDownload(
  address: string,
  { bytes, sha256 }: InstallerFigures,
  timeoutMs = DOWNLOAD_TIMEOUT_MS,
): Promise<string | null> {
  const hash = createHash('sha256');
  let received = 0;
  try {
    const { status, body } = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    if (status === 404 || status === 410) return `is not there (${String(status)})`;
    if (status !== 200 || !body) return `answers ${String(status)}`;
    for await (const chunk of body) {
      received += chunk.byteLength;
      if (received > bytes) return `has more than the ${String(bytes)} bytes of the release file`;
      hash.update(chunk);
    }
  } catch (error) {
    return downloadError(error, timeoutMs);
  }
  if (received < bytes) return `has ${String(received)} bytes, and the release file says ${String(bytes)}`;
  const sum = hash.digest('hex');
  return sum === sha256 ? null : `has the SHA-256 ${sum}, and the release file says ${sha256}`;
}

function downloadError(error: unknown, timeoutMs: number): string {
  return error instanceof Error && error.name === 'TimeoutError'
    ? `could not be downloaded within ${String(timeoutMs / 1_000)} seconds`
    : `cannot be downloaded (${rootMessage(error)})`;
}
