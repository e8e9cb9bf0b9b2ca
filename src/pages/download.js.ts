import script from '../client/download-page.ts?inline-script';

/** The script of /download, in one file: as a module of the bundler it would load the modules that it shares with islands. */
export function GET(): Response {
  return new Response(script, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } });
}
