import { programTerms } from '../src/shared/program.ts';

// The terms that the tests' rates, minimum and versions are of, whatever terms follow them: terms of a coming year change no
// test. Tests of changed terms add their own.
programTerms.splice(1);
