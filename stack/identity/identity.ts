import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ChildFailed, startChild } from '../child.ts';
import { assertPortFree, portTaken } from '../ports.ts';
import { callEmulator } from './call-emulator.ts';

export interface Identity {
  url: string;
  pid: number;
  stop(): Promise<void>;
  /** Ends the emulator as `kill -9` does, for tests of what survives. */
  kill(): Promise<void>;
}

const WHAT = 'identity emulator';
const script = fileURLToPath(new URL('server.ts', import.meta.url));

/**
 * Starts the Firebase Auth emulator on 127.0.0.1 (port 0 takes a free one) with email enumeration
 * protection on. Accounts live in `accountsFile` between starts, or in memory where it is null.
 */
export async function startIdentity(settings: {
  port: number;
  projectId: string;
  accountsFile: string | null;
}): Promise<Identity> {
  if (settings.port) await assertPortFree(settings.port, WHAT);
  const child = await startChild(WHAT, script, settings).catch((error: unknown) => {
    if (error instanceof ChildFailed && error.code === 'EADDRINUSE') throw portTaken(settings.port, WHAT);
    throw error;
  });
  const { port } = z.object({ port: z.number() }).parse(child.ready);
  const url = `http://127.0.0.1:${port}`;
  try {
    await callEmulator(url, 'PATCH', `/emulator/v1/projects/${settings.projectId}/config`, {
      emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
    });
  } catch (error) {
    await child.stop();
    throw error;
  }
  return { url, pid: child.pid, stop: child.stop, kill: child.kill };
}
