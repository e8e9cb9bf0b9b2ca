import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { assertWritable } from '../../../stack/writable.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

test('too little free space is reported in one line with the free and the needed megabytes', async () => {
  await expect(assertWritable(temporaryFolder(), 1e12)).rejects.toThrow(
    /^Only \d+ MB are free on the disk of \S+; 1000000000000 MB are needed\. Free some space and try again\.$/,
  );
});

test('a folder that cannot be created is named with the reason', async () => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(assertWritable(path.join(file, 'data'), 1)).rejects.toThrow(
    `${path.join(file, 'data')} cannot be written: a part of the path is a file.`,
  );
});
