/** What the pages say of the newest dump that this service offers. */

export interface OfferedDumpFacts {
  generation: number;
  madeAt: string;
  key: { id: string };
  files: ReadonlyArray<{ name: string; bytes: number }>;
}
