import path from 'node:path';
import { build, type AstroInlineConfig } from 'astro';

type Config = AstroInlineConfig & { readonly root: string };

/** Builds the static files. The error of a failed build names the content file that is wrong. */
export async function buildPages(config: Config): Promise<void> {
  try {
    await build(config);
  } catch (error) {
    throw new Error(describeBuildError(error, config.root), { cause: error });
  }
}

/** Returns the message of a build error, after the content file and the line if Astro reports them in `loc`. */
export function describeBuildError(error: unknown, root: string): string {
  if (!(error instanceof Error)) return String(error);
  const { file, line } =
    (error as { readonly loc?: { readonly file?: string; readonly line?: number } }).loc ?? {};
  if (file === undefined) return error.message;
  const place = path.isAbsolute(file) ? path.relative(root, file) : file;
  return `${place}${line ? `, line ${String(line)}` : ''}: ${error.message}`;
}
