/** The manifests for Kubernetes: they fit together, give no rights, and kubectl knows each of their fields. */

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/config.js';
import { fileText, programMissing, unknownSettings, yamlDocuments } from './files.js';

type Labels = Record<string, string>;
interface Mount {
  name: string;
  mountPath: string;
  readOnly?: boolean;
}
interface PodContainer {
  image: string;
  env?: Array<{ name: string; value: string }>;
  envFrom: Array<{ configMapRef?: { name: string }; secretRef?: { name: string } }>;
  ports: Array<{ name: string; containerPort: number }>;
  securityContext: unknown;
  volumeMounts: Mount[];
  livenessProbe: { httpGet: { path: string; port: string } };
  readinessProbe?: { httpGet: { path: string; port: string } };
  resources: { requests: unknown; limits: unknown };
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Labels };
  data?: Record<string, string>;
  spec: {
    selector: Labels & { matchLabels?: Labels };
    ports?: Array<{ targetPort: string }>;
    serviceName?: string;
    replicas?: number;
    template: {
      metadata: { labels: Labels };
      spec: {
        containers: [PodContainer];
        securityContext: unknown;
        automountServiceAccountToken: boolean;
        volumes: Array<{ name: string; secret?: { secretName: string } }>;
      };
    };
    volumeClaimTemplates?: Array<{ metadata: { name: string } }>;
  };
}

const FILES = ['packaging/kubernetes/single.yaml', 'packaging/kubernetes/scale.yaml'];
const VERSIONS: Record<string, string> = {
  ConfigMap: 'v1',
  Service: 'v1',
  StatefulSet: 'apps/v1',
  Deployment: 'apps/v1',
  PodDisruptionBudget: 'policy/v1',
};
const hasLabels = (labels: Labels, wanted: Labels) =>
  Object.entries(wanted).every(([key, value]) => labels[key] === value);
/** Those of a file that run pods, with the settings that the service gets there. */
const workloads = FILES.flatMap((file) => {
  const all = yamlDocuments<Manifest>(file);
  return all
    .filter(({ kind }) => kind === 'StatefulSet' || kind === 'Deployment')
    .map((manifest) => [`${file} ${manifest.metadata.name}`, manifest, all] as const);
});

describe.each(FILES)('%s', (file) => {
  const all = yamlDocuments<Manifest>(file);

  it('has objects of known versions, each once', () => {
    expect(all.map(({ kind, apiVersion }) => [kind, apiVersion])).toEqual(
      all.map(({ kind }) => [kind, VERSIONS[kind]]),
    );
    const names = all.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('selects pods that exist', () => {
    const pods = all.filter(({ kind }) => kind === 'StatefulSet' || kind === 'Deployment');
    for (const { kind, spec } of all) {
      if (kind !== 'Service' && kind !== 'PodDisruptionBudget') continue;
      const wanted = kind === 'Service' ? spec.selector : spec.selector.matchLabels!;
      const chosen = pods.filter((pod) => hasLabels(pod.spec.template.metadata.labels, wanted));
      expect([kind, chosen.length > 0]).toEqual([kind, true]);
    }
  });

  it('says nothing in the name of an operator', () => {
    const { data } = all.find(({ kind }) => kind === 'ConfigMap')!;
    expect([data!.CONTACT, data!.BASE_URL]).toEqual(['', '']);
    expect(fileText(file)).not.toMatch(/postgres:\/\//);
  });
});

it.each(workloads)('%s', (_name, { kind, spec }, all) => {
  const { containers, securityContext, automountServiceAccountToken, volumes } = spec.template.spec;
  const [container] = containers;
  expect(hasLabels(spec.template.metadata.labels, spec.selector.matchLabels!)).toBe(true);
  expect(automountServiceAccountToken).toBe(false);
  expect(securityContext).toMatchObject({
    runAsNonRoot: true,
    runAsUser: 1000,
    fsGroup: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  });
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(Object.keys(container.resources)).toEqual(['requests', 'limits']);
  // What it may write to is a volume.
  const writable = container.volumeMounts.filter(({ readOnly }) => readOnly !== true);
  expect(writable.map(({ mountPath }) => mountPath).sort()).toEqual(['/data', '/tmp']);
  const given = [
    ...volumes.map(({ name }) => name),
    ...(spec.volumeClaimTemplates ?? []).map((one) => one.metadata.name),
  ];
  expect(container.volumeMounts.map(({ name }) => name).sort()).toEqual(given.sort());
  expect(kind === 'StatefulSet').toBe(spec.volumeClaimTemplates !== undefined);
  expect(container.ports).toEqual([{ name: 'http', containerPort: 8787 }]);
  for (const { httpGet } of [container.livenessProbe, container.readinessProbe ?? container.livenessProbe])
    expect([httpGet.port, ['/healthz', '/readyz'].includes(httpGet.path)]).toEqual(['http', true]);

  const [map] = container.envFrom.flatMap(({ configMapRef }) => configMapRef ?? []);
  const { data } = all.find(
    ({ kind: other, metadata }) => other === 'ConfigMap' && metadata.name === map!.name,
  )!;
  const own = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]));
  expect(unknownSettings([...Object.keys(data!), ...Object.keys(own)])).toEqual([]);
  const secrets = container.envFrom.some(({ secretRef }) => secretRef !== undefined)
    ? { DATABASE_URL: 'postgres://u:p@h/d', REDIS_URL: 'redis://h' }
    : {};
  const set = { CONTACT: 'Jane Roe jane@example.org', BASE_URL: 'https://disclosed.example' };
  expect(() => readConfig({ ...data, ...own, ...secrets, ...set })).not.toThrow();
});

it('gives all possible writers one key that signs', () => {
  const writers = workloads.filter(
    ([, { spec }]) => spec.replicas !== 1 && spec.volumeClaimTemplates !== undefined,
  );
  expect(writers.map(([name]) => name)).toEqual(['packaging/kubernetes/scale.yaml disclosed-writer']);
  for (const [, { spec }] of writers) {
    const { containers, volumes } = spec.template.spec;
    const { env = [], volumeMounts } = containers[0];
    const file = env.find(({ name }) => name === 'SIGNING_KEY_FILE')?.value ?? '';
    const mount = volumeMounts.find(({ mountPath }) => file.startsWith(`${mountPath}/`));
    expect(volumes.find(({ name }) => name === mount?.name)?.secret?.secretName).toBe(
      'disclosed-signing-key',
    );
  }
});

const missing = programMissing(['kubectl', 'version', '--client'], 'kubernetes-client');
if (missing !== null) console.warn(`skipped: ${missing}`);

(missing === null ? describe : describe.skip)('kubectl', () => {
  // It reads a workload into its types and writes it again without what they do not have.
  const readBack = (text: string) => {
    const words = ['set', 'image', '--local', '-f', '-', 'disclosed=disclosed:other', '-o', 'yaml'];
    const { stdout, stderr } = spawnSync('kubectl', words, { input: text, encoding: 'utf8' });
    return { known: parseAllDocuments(stdout).map((one) => one.toJS() as Manifest), stderr };
  };

  /** The text of a file without objects that run no pods: kubectl refuses them here. */
  const workloadsOf = (file: string) =>
    fileText(file)
      .split(/^---$/m)
      .filter((text) => /^kind: (StatefulSet|Deployment)$/m.test(text))
      .join('---');

  it.each(FILES)('knows every field of the workloads of %s', (file) => {
    const wanted = yamlDocuments<Manifest>(file).filter(
      ({ kind }) => kind in { StatefulSet: 1, Deployment: 1 },
    );
    for (const one of wanted) one.spec.template.spec.containers[0].image = 'disclosed:other';
    const { known, stderr } = readBack(workloadsOf(file));
    expect(stderr).toBe('');
    expect(known).toHaveLength(wanted.length);
    for (const [at, one] of wanted.entries()) expect(known[at]).toMatchObject(one as never);
  });

  it('notices a misspelled field and a wrong type', () => {
    const text = workloadsOf(FILES[0]!);
    const [wanted] = readBack(text.replaceAll('readOnlyRootFilesystem', 'readOnlyRoot')).known;
    expect(wanted!.spec.template.spec.containers[0].securityContext).not.toHaveProperty('readOnlyRoot');
    expect(readBack(text.replace('replicas: 1', 'replicas: one')).stderr).toMatch(/cannot unmarshal/);
  });
});
