import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type FunctionResult, zipFunctions } from '@netlify/zip-it-and-ship-it';
import { parse } from 'smol-toml';
import * as z from 'zod';
import { inProject } from '../stack/paths.ts';

const netlifyToml = z.object({
  build: z.object({ functions: z.string() }),
  functions: z.object({ node_bundler: z.literal('none'), included_files: z.array(z.string()) }),
});

/**
 * Packages bundled functions into `folder` with Netlify's packager and the settings of netlify.toml, as a deploy does.
 * Each result's `path` is the folder of a function that Netlify would upload.
 */
export async function packageFunctions(built: string, folder: string): Promise<FunctionResult[]> {
  const { build, functions } = netlifyToml.parse(parse(await readFile(inProject('netlify.toml'), 'utf8')));
  const project = path.join(folder, 'project');
  const source = path.join(project, build.functions);
  await cp(built, source, { recursive: true });
  return zipFunctions(source, path.join(folder, 'packaged'), {
    archiveFormat: 'none',
    basePath: project,
    config: {
      '*': {
        nodeBundler: functions.node_bundler,
        includedFiles: functions.included_files,
        includedFilesBasePath: project,
      },
    },
  });
}
