import { unlessMisconfigured } from './refuse.ts';
import { openServer } from './server.ts';

/** What the platform tells a function about a call. */
interface Platform {
  /** The caller's address; headers that claim one are anybody's. */
  readonly ip?: string;
  /** Lets work go on after the answer. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
}

/** The functions' request handler. The first request builds the app from the environment. */
export const handle = (request: Request, platform: Platform = {}): Promise<Response> =>
  unlessMisconfigured(async () => {
    const { app } = await openServer();
    const goOn = platform.waitUntil && ((work: Promise<unknown>) => platform.waitUntil?.(work));
    return app.fetch(request, { address: platform.ip ?? '', ...(goOn && { waitUntil: goOn }) });
  }, request);
