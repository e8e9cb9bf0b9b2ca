import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { type ContentProblem, formatProblem } from '../../copy/file-problems.ts';
import { imageRemedy, imagesOverBudget } from '../image-budget.ts';
import { type Content, namesIn, readContent } from './read-content.ts';
import { type LinkingFile, siteProblems } from './site-problems.ts';

/** Returns everything that is wrong with the content of the project in a folder, without building it. */
export async function contentProblems(root: string): Promise<ContentProblem[]> {
  const content = await readContent(root);
  return [...content.problems, ...(await problemsBetween(root, content))];
}

async function problemsBetween(root: string, { files, problems }: Content): Promise<ContentProblem[]> {
  const publicFolder = path.join(root, 'public');
  return [
    ...siteProblems({
      files,
      routes: (await namesIn(path.join(root, 'src/pages'))).flatMap(routeOf),
      unreadPages: problems.flatMap(({ file }) => /^src\/content\/pages\/(.*)\.md$/.exec(file)?.[1] ?? []),
      publicFiles: (await namesIn(publicFolder)).map((name) => `/${name}`),
      others: await readLinkingFiles(root),
    }),
    ...(await imagesOverBudget(publicFolder)).map(({ address, kilobytes }) => ({
      file: `public${address}`,
      message: `The picture has ${kilobytes} KB. Make it smaller, ${imageRemedy}.`,
    })),
  ];
}

/** Folders of the code in which links to pages are written: the navigation, account screens and the like. */
const linkingFolders = ['src/components', 'src/islands', 'src/layouts', 'src/pages'];

/** Reads the code files that have links to pages, each as a whole between quotes. */
async function readLinkingFiles(root: string): Promise<LinkingFile[]> {
  const names = await Promise.all(
    linkingFolders.map(async (folder) =>
      (await namesIn(path.join(root, folder))).map((name) => `${folder}/${name}`),
    ),
  );
  const files = await Promise.all(
    names.flat().map(async (file) => {
      const contents = await readFile(path.join(root, file), 'utf8');
      const links = [...contents.matchAll(/\bhref(?:=|: )["'](\/[^"'.]*)["']/g)].map(([, link = '']) => link);
      return { file, contents, links: [...new Set(links)] };
    }),
  );
  return files.filter(({ links }) => links.length > 0);
}

/** Returns the address of a file of src/pages; none if the address has a part that varies. */
function routeOf(file: string): string[] {
  return file.includes('[') ? [] : [`/${file.replace(/\.(?:astro|ts)$/, '')}`];
}

/** Throws one error with all of the problems, a line each, if there are any. */
export function refuse(problems: readonly ContentProblem[]): void {
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join('\n'));
}

/**
 * Refuses a build with wrong content. In the development server, prints what is wrong between files, at the start and after
 * each change; the loader of a file prints what is wrong within it.
 */
export function contentCheck(): AstroIntegration {
  return {
    name: 'content-check',
    hooks: {
      'astro:config:setup': async ({ command, config }) => {
        if (command === 'build') refuse(await contentProblems(fileURLToPath(config.root)));
      },
      'astro:server:setup': ({ server, logger }) => {
        let printed = '';
        const print = async (): Promise<void> => {
          const { root } = server.config;
          const problems = await problemsBetween(root, await readContent(root));
          const lines = problems.map(formatProblem).join('\n');
          if (lines !== '' && lines !== printed) logger.error(lines);
          printed = lines;
        };
        let timer: NodeJS.Timeout | undefined;
        const printSoon = () => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            print().catch((error: unknown) => {
              logger.error(String(error));
            });
          }, 200);
        };
        server.watcher.on('all', (_event, file) => {
          if (/[\\/](?:src|public)[\\/]/.test(file)) printSoon();
        });
        printSoon();
      },
    },
  };
}
