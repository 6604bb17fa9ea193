/** Types of release.mjs, which runs without a build. */

export function versions(): Record<string, string | undefined>;
export function faultsOf(
  tag: string,
  given?: { stated?: Record<string, string | undefined>; changelog?: string; mcpName?: string },
): string[];
export function notesOf(changelog: string, version: string): string;
export function writeFiles(folder: string): Promise<void>;
