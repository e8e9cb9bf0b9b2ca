/** Variables that every child process inherits. faketime passes its clock to child processes in variables. */
const inherited = /^(PATH|TZ|LD_PRELOAD|FAKETIME.*)$/;

/** Returns the environment of a child process that has only these settings. */
export function cleanEnv(settings: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => inherited.test(name));
  return { ...Object.fromEntries(own), ...settings };
}
