import { about, type Check, type Finding, type Patient } from './check.ts';
import { whyOf } from './why.ts';

/** No check takes longer, in milliseconds, unless it says so. */
const timeLimit = 20_000;

const inTime = async (check: Check, patient: Patient): Promise<readonly Finding[]> => {
  const { wrong, unchecked } = about(check.name);
  const missing = (check.needs ?? []).filter((name) => patient.unusable?.has(name));
  if (missing.length > 0) return [unchecked(`it needs ${missing.join(' and ')}`)];
  const timeoutMs = check.timeoutMs ?? timeLimit;
  const tooLate = Promise.withResolvers<readonly Finding[]>();
  const timer = setTimeout(() => {
    tooLate.resolve([wrong(`gave no answer within ${String(timeoutMs / 1_000)} seconds.`)]);
  }, timeoutMs);
  const work = check.run(patient).catch((error: unknown) => [wrong(whyOf(error))]);
  return Promise.race([work, tooLate.promise]).finally(() => {
    clearTimeout(timer);
  });
};

/** Runs checks side by side; their findings in the order of the table. */
export const runChecks = async (checks: readonly Check[], patient: Patient): Promise<readonly Finding[]> =>
  (await Promise.all(checks.map((check) => inTime(check, patient)))).flat();
