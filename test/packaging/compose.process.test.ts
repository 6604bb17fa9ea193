/** compose.yaml: its profiles, settings, files and secrets agree with the program and with each other. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.js';
import { allocatorSettings } from '../../src/service/allocator.js';
import { fileText, ROOT, unknownSettings, yamlDocuments } from './files.js';

interface Container {
  profiles: string[];
  image: string;
  build?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  networks?: string[] | Record<string, unknown>;
  ports?: string[];
  tmpfs?: string[];
  depends_on?: string[] | Record<string, { condition: string }>;
  entrypoint?: string[];
  read_only?: boolean;
  cap_drop?: string[];
}
interface Compose {
  services: Record<string, Container>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, unknown>;
}

const [compose] = yamlDocuments<Compose>('compose.yaml') as [Compose];
const services = Object.entries(compose.services);
const nodes = services.filter(([, { build }]) => build !== undefined);
/** The variables of `.env` that the file uses. */
const used = [...fileText('compose.yaml').matchAll(/\$\{([A-Z_]+)(:[-?][^}]*)?\}/g)];
const declared = [...fileText('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)];

/** The rules and dashboards of the profile `watch`. */
const namesOf = (list: string[] | object = []) => (Array.isArray(list) ? list : Object.keys(list));

describe('compose.yaml', () => {
  it('has the profiles single, scale and watch', () => {
    const of = (profile: string) =>
      services.filter(([, { profiles }]) => profiles.includes(profile)).map(([name]) => name);
    expect([of('single'), of('scale'), of('watch')]).toEqual([
      ['disclosed', 'proxy'],
      ['writer', 'reader-1', 'reader-2', 'balancer', 'db-1', 'db-2', 'redis'],
      ['prometheus', 'blackbox', 'grafana'],
    ]);
    // A service without one would start in all of them.
    expect(services.filter(([, { profiles }]) => profiles?.length !== 1)).toEqual([]);
  });

  it.each(nodes)('%s has settings that the program takes, and no rights', (name, node) => {
    const environment = node.environment!;
    expect(unknownSettings(Object.keys(environment))).toEqual([]);
    const filled = Object.entries(environment).map(([key, value]) => [
      key,
      value
        .replace(/\$\{DOMAIN[^}]*\}/, 'disclosed.example')
        .replace(/\$\{CONTACT[^}]*\}/, 'Jane Roe jane@example.org')
        .replace(/\$\{DATABASE_PASSWORD[^}]*\}/, 'secret'),
    ]);
    const config = readConfig(Object.fromEntries(filled));
    const role = { disclosed: 'auto', writer: 'writer', 'reader-1': 'reader', 'reader-2': 'reader' }[name];
    expect([config.role, config.baseUrl]).toEqual([role, 'https://disclosed.example']);
    expect([node.read_only, node.cap_drop]).toEqual([true, ['ALL']]);
    // Only a proxy is open to callers.
    expect(node.ports).toBeUndefined();
    // What it may write to: /tmp, its data, and the backups of the one that has all of its data.
    const targets = [...(node.tmpfs ?? []), ...(node.volumes ?? []).map((volume) => volume.split(':')[1]!)];
    expect(targets.sort()).toEqual(name === 'disclosed' ? ['/backups', '/data', '/tmp'] : ['/data', '/tmp']);
  });

  it('names only files, volumes, networks and services that exist', () => {
    for (const [name, service] of services) {
      for (const volume of service.volumes ?? []) {
        const [source] = volume.split(':') as [string];
        if (source.startsWith('./'))
          expect([name, source, existsSync(join(ROOT, source))]).toEqual([name, source, true]);
        else expect([name, Object.keys(compose.volumes)]).toEqual([name, expect.arrayContaining([source])]);
      }
      for (const network of namesOf(service.networks)) expect(compose.networks).toHaveProperty([network]);
      for (const other of namesOf(service.depends_on))
        expect([name, compose.services[other]?.profiles]).toEqual([name, service.profiles]);
    }
    const named = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]!));
    expect(Object.keys(compose.volumes).filter((volume) => !named.includes(volume))).toEqual([]);
  });

  it('keeps the databases in a network without a way out, and opens them to no port', () => {
    expect(compose.networks.back).toEqual({ internal: true });
    for (const name of ['db-1', 'db-2', 'redis'])
      expect([name, compose.services[name]!.networks, compose.services[name]!.ports]).toEqual([
        name,
        ['back'],
        undefined,
      ]);
    for (const { ports = [] } of [compose.services.prometheus!, compose.services.grafana!])
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('takes every variable from .env.example, which has no password', () => {
    const names = new Set(used.map(([, name]) => name!));
    names.delete('DISCLOSED_IMAGE');
    expect(declared.map(([, name]) => name).sort()).toEqual([...names].sort());
    expect(declared.filter(([, , value]) => value !== '')).toEqual([]);
    // Compose checks variables of all profiles at once: one that only some need is checked by what needs it.
    expect(used.filter(([, , rest]) => rest?.startsWith(':?')).map(([, name]) => name)).toEqual(['DOMAIN']);
    expect(used.filter(([, name, rest]) => /PASSWORD/.test(name!) && rest !== ':-')).toEqual([]);
    expect(fileText('.gitignore').split('\n')).toContain('.env');
  });

  it('the image of the service is the Dockerfile, whose settings the program takes', () => {
    const dockerfile = fileText('Dockerfile');
    const given = [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, words]) => words!.split(' '));
    const allocator = Object.entries(allocatorSettings({})).map((setting) => setting.join('='));
    expect(given).toEqual(expect.arrayContaining(allocator));
    const names = given.filter((word) => !allocator.includes(word)).map((one) => one.split('=')[0]!);
    expect(unknownSettings(names)).toEqual(['PATH', 'NODE_ENV']);
    for (const line of [
      'ARG NODE_IMAGE=',
      'USER 1000:1000',
      'VOLUME /data',
      'STOPSIGNAL SIGTERM',
      'HEALTHCHECK ',
    ])
      expect([line, dockerfile.includes(`\n${line}`)]).toEqual([line, true]);
    for (const [name, node] of nodes) expect([name, node.build]).toEqual([name, '.']);
    // Everything that the package holds, and what it is built from, is sent to the build.
    const sent = fileText('.dockerignore').split('\n');
    const { files } = JSON.parse(fileText('package.json')) as { files: string[] };
    const folders = files
      .filter((file) => !file.startsWith('!') && !file.startsWith('dist/'))
      .map((file) => `!${/^data\/[^/]+/.exec(file)?.[0] ?? file.split('/')[0]}`);
    expect(folders.filter((folder) => !sent.includes(folder))).toEqual([]);
  });
});
