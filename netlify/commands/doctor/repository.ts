import { about, type Check } from './check.ts';

const { good, wrong, unchecked } = about('content editor');

/** Whether the content editor is told where the project is kept. */
export const checkRepository: Check = {
  name: 'content editor',
  run: ({ isLocal, repository }) => {
    if (isLocal) return Promise.resolve([unchecked('on this machine it writes into a folder')]);
    return Promise.resolve([
      // No account at GitHub has a dot in its name.
      repository.split('/')[0]?.includes('.')
        ? wrong(`${repository} is a placeholder. Put the project's repository into src/shared/site.ts.`)
        : good(`writes to ${repository} at GitHub`),
    ]);
  },
};
