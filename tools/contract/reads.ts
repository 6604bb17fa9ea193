/**
 * The queries that tools may run against a generation of the read model, by subject. They are asynchronous so that any
 * database can implement them.
 */

import type { ChangeReads } from './reads/changes.js';
import type { CongressReads } from './reads/congress.js';
import type { DigestReads } from './reads/digests.js';
import type { EuropeReads } from './reads/europe.js';
import type { FilingReads } from './reads/filings.js';
import type { HolderReads } from './reads/holders.js';
import type { InsiderReads } from './reads/insiders.js';
import type { IssuerReads } from './reads/issuers.js';
import type { ManagerReads } from './reads/managers.js';
import type { NameReads } from './reads/names.js';
import type { PlannedSaleReads } from './reads/planned-sales.js';
import type { SourceReads } from './reads/sources.js';
import type { TrackerReads } from './reads/trackers.js';

export interface Reads
  extends SourceReads,
    FilingReads,
    InsiderReads,
    IssuerReads,
    NameReads,
    CongressReads,
    HolderReads,
    PlannedSaleReads,
    EuropeReads,
    ChangeReads,
    DigestReads,
    TrackerReads,
    ManagerReads {}
