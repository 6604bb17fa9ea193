/**
 * What a release needs besides the package: `check TAG` compares every version with the tag, `notes` prints the part of the
 * changelog, `files DIR` writes the MCP bundle and the list of what the package contains. It publishes nothing.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = (name) => readFileSync(join(root, name), 'utf8');
const json = (name) => JSON.parse(text(name));

/** Every place that states the version, with what it states. */
export function versions() {
  const server = json('server.json');
  return {
    'package.json': json('package.json').version,
    'server.json': server.version,
    'the package in server.json': server.packages[0].version,
    'gemini-extension.json': json('gemini-extension.json').version,
    '.claude-plugin/plugin.json': json('.claude-plugin/plugin.json').version,
    'tools/contract/rules.ts': /SERVICE_VERSION = '([^']+)'/.exec(text('tools/contract/rules.ts'))?.[1],
  };
}

/** What keeps `tag` from being released, one sentence for each; empty if nothing does. */
export function faultsOf(
  tag,
  { stated = versions(), changelog = text('CHANGELOG.md'), mcpName = json('package.json').mcpName } = {},
) {
  const wanted = tag.replace(/^v/, '');
  const faults = Object.entries(stated)
    .filter(([, version]) => version !== wanted)
    .map(([place, version]) => `${place} says ${version}, and the tag ${wanted}`);
  if (!/^v\d+\.\d+\.\d+(?:-[a-z0-9.]+)?$/.test(tag)) faults.push(`the tag ${tag} is not like v1.2.3`);
  try {
    notesOf(changelog, wanted);
  } catch (error) {
    faults.push(error.message);
  }
  if (mcpName.startsWith('com.example/'))
    faults.push('mcpName in package.json and name in server.json are placeholders: see docs/release.md');
  return faults;
}

/** The part of the changelog about one version, without its heading. @throws Error without a finished part */
export function notesOf(changelog, version) {
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((one) => one.split(/[\s(]/, 1)[0] === version);
  if (part === undefined) throw new Error(`CHANGELOG.md has no part about ${version}`);
  const [heading, ...lines] = part.split('\n');
  if (!/\(\d{4}-\d{2}-\d{2}\)/.test(heading))
    throw new Error(
      `CHANGELOG.md gives no date for ${version}: the heading must be "## ${version} (YYYY-MM-DD)"`,
    );
  return `${lines.join('\n').trim()}\n`;
}

/** Writes `disclosed.mcpb` and `sbom.cdx.json` (CycloneDX) to `folder`. Needs a build. */
export async function writeFiles(folder) {
  const { mcpBundle } = await import(pathToFileURL(join(root, 'dist/src/publish/mcp-bundle.js')).href);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'disclosed.mcpb'),
    mcpBundle('http://127.0.0.1:8787', json('server.json').description),
  );
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
}

/**
 * The packages that the program needs, as CycloneDX. With --omit=dev npm also leaves out packages that the program and a
 * test's package both need, so what only tests need is left out here.
 */
function billOfMaterials() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const bill = JSON.parse(execFileSync(npm, options, { cwd: root, maxBuffer: 64 * 1024 * 1024 }));
  const isForTests = ({ properties = [] }) =>
    properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
  const gone = new Set(bill.components.filter(isForTests).map((component) => component['bom-ref']));
  const { name } = json('package.json');
  return {
    ...bill,
    // npm takes the name of the folder.
    metadata: { ...bill.metadata, component: { ...bill.metadata.component, name } },
    components: bill.components.filter((component) => !gone.has(component['bom-ref'])),
    dependencies: bill.dependencies
      .filter(({ ref }) => !gone.has(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => !gone.has(ref)) })),
  };
}

async function main([command, given]) {
  if (command === 'check' && given !== undefined) {
    const faults = faultsOf(given);
    for (const fault of faults) console.error(fault);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } else if (command === 'notes')
    process.stdout.write(notesOf(text('CHANGELOG.md'), json('package.json').version));
  else if (command === 'files' && given !== undefined) await writeFiles(given);
  else {
    console.error('usage: node scripts/release.mjs check TAG | notes | files DIR');
    process.exitCode = 2;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
