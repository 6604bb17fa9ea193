/** A case of the third tier that fails is tried once more in the same run, after all others of its suite. */

import { jest } from '@jest/globals';

jest.retryTimes(1, { logErrorsBeforeRetry: true });
