/**
 * What every function begins with, and what the hottest call takes beside it. Each bundled file imports this one first,
 * so that all of it stands in one file: a cold start waits for every file it has to open.
 */
import '../src/server/handler.ts';
import '../src/server/http/rate-rules.ts';
import '../src/server/routes/validate.ts';
