import { fuzzShare } from './share.ts';

fuzzShare(3, 4);
