import { fuzzShare } from './share.ts';

fuzzShare(1, 4);
