/** The names of symbols, and the members whose reports are judged again when a name is added. */

import { expect, it } from '@jest/globals';
import { pendingMembers } from '../../src/store/congress/effective-trades.js';
import { openStore } from '../../src/store/database/open.js';
import { addSymbolNames, markMembersOfNewNames, symbolNames } from '../../src/store/symbol-names.js';
