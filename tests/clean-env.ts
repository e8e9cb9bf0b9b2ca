/** Settings that a child process needs whatever else it gets. A run under faketime hands its clock on to its children. */
const inherited = /^(PATH|TZ|LD_PRELOAD|FAKETIME.*)$/;

/** Returns the environment of a child process that has these settings alone. */
export function cleanEnv(settings: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => inherited.test(name));
  return { ...Object.fromEntries(own), ...settings };
}
