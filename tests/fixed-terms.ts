import { programTerms } from '../src/shared/program.ts';

// Fixes the program terms of the tests, so that later terms change no test. Tests of changed terms add their own.
programTerms.splice(1);
