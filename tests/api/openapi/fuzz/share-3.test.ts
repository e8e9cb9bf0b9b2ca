import { fuzzShare } from './share.ts';

fuzzShare(2, 4);
