import { test } from './fixtures.ts';
import { describeJourneys } from './journeys.ts';

test.use({ otherBrowser: 'Firefox' });

describeJourneys('Firefox');
