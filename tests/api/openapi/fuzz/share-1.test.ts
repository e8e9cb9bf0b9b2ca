import { fuzzShare } from './share.ts';

fuzzShare(0, 4);
