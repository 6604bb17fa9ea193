/** What packaging/watch names exists: every metric in a real answer, every alert in the manual. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { packageRoot } from '../../src/package-root.js';
import { createServer } from '../../src/transports/http/server.js';
import { askPort, type Service, startService } from '../transports/service.js';

const root = packageRoot();
const folder = join(root, 'packaging/watch');
const text = (name: string) => readFileSync(join(root, name), 'utf8');
const manual = text('docs/operate/watch.md');

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
const { groups } = parse(text('packaging/watch/alerts.yml')) as { groups: Array<{ rules: Rule[] }> };
const rules = groups.flatMap((group) => group.rules);
const dashboards = readdirSync(join(folder, 'grafana/dashboards')).map((name) => [
  name,
  JSON.parse(text(`packaging/watch/grafana/dashboards/${name}`)) as Dashboard,
]) as Array<[string, Dashboard]>;
interface Dashboard {
  uid: string;
  panels: Array<{
    id: number;
    title: string;
    targets?: Array<{ expr: string; datasource: { uid: string } }>;
  }>;
}

/** What Prometheus and the blackbox exporter have on their own. */
const OF_OTHERS = new Set(['up', 'probe_ssl_earliest_cert_expiry', 'probe_success']);

/** The names of metrics in an expression: words that are neither functions, labels nor text. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(?:by|on|without|ignoring) *\([^)]*\)/g, '')
    .replace(/\[[^\]]*\]/g, '');
  return [...bare.matchAll(/\b([a-z_][a-z0-9_]*)\b(?! *\()/g)]
    .map(([, name]) => name!)
    .filter((name) => !['and', 'or', 'unless', 'bool', 'by', 'on', 's', 'm', 'h', 'd', 'e'].includes(name));
}

/** The metrics of a node with everything that adds some: a shared database, and counters in Redis. */
let served: Set<string>;
let service: Service;
let close: () => Promise<void>;
beforeAll(async () => {
  service = await startService();
  const http = createServer({
    pipeline: service.pipeline,
    mcp: service.mcp,
    reads: service.reads,
    baseUrl: 'http://127.0.0.1',
    trustProxy: [],
    log: { error() {}, warn() {}, info() {} },
    nodeState: () => ({
      role: 'auto',
      isWriting: true,
      generation: 7,
      lagSeconds: 0,
      failure: null,
      clockAheadSeconds: 0.1,
    }),
    unreadable: () => [{ table: 'filing', rows: 2 }],
    backups: () => ({
      last: { file: 'disclosed-2026-11-20.tar.gz', at: '2026-11-20T02:00:00.000Z', bytes: 170_000_000 },
      failure: null,
    }),
    host: async () => ({
      isWriting: true,
      disk: { free: 5, size: 10 },
      unread: new Map([['uk-nsm', 3]]),
    }),
    sharedCounters: {
      nodes: 2,
      figures: () => ({ isReachable: true, nodes: 2, blocks: 1, refusals: 0, failures: 0 }),
    } as never,
  });
  const port = await http.listen(0, '127.0.0.1');
  close = () => http.close();
  await askPort(port, '/v1/catalog', {});
  const { text: answer } = await askPort(port, '/metrics', {});
  // Only lines with a value: a metric that never has one is no use to an alert.
  served = new Set([...answer.matchAll(/^([a-z_][a-z0-9_]*)(?:\{[^}]*\})? \S+$/gm)].map(([, name]) => name!));
});
afterAll(async () => {
  await close();
  await service.close();
});

const unknown = (names: string[]) => names.filter((name) => !served.has(name) && !OF_OTHERS.has(name));

describe('alerts', () => {
  it('are there for everything that must be noticed', () => {
    expect(rules.map(({ alert }) => alert)).toEqual(
      expect.arrayContaining([
        'DisclosedSourceFailing',
        'DisclosedDataOld',
        'DisclosedUnreadGrowing',
        'DisclosedDiskFull',
        'DisclosedGenerationLag',
        'DisclosedNoWriter',
        'DisclosedErrors',
        'DisclosedCertificate',
      ]),
    );
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s names metrics that exist, has a test, and says what to do',
    (alert, rule) => {
      const names = metricsIn(rule.expr);
      expect(names.length).toBeGreaterThan(0);
      expect(unknown(names)).toEqual([]);
      expect(['warning', 'critical']).toContain(rule.labels.severity);
      expect(rule.annotations.runbook).toBe(`docs/operate/watch.md#${alert.toLowerCase()}`);
      // A heading, and at least one sentence below it.
      expect(manual).toMatch(new RegExp(`^### ${alert}\\n\\n[A-Z].{40}`, 'm'));
      const tests = parse(text('packaging/watch/alerts.test.yml')) as {
        tests: Array<{ alert_rule_test: Array<{ alertname: string; exp_alerts?: unknown[] }> }>;
      };
      const own = tests.tests
        .flatMap((one) => one.alert_rule_test)
        .filter(({ alertname }) => alertname === alert);
      expect(own.some(({ exp_alerts }) => (exp_alerts ?? []).length > 0)).toBe(true);
    },
  );

  it('that the manual explains exist', () => {
    const explained = [...manual.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(explained).toEqual(rules.map(({ alert }) => alert));
  });
});

describe('dashboards', () => {
  it.each(dashboards)('%s names metrics that exist', (_name, { panels }) => {
    const targets = panels.flatMap((panel) => panel.targets ?? []);
    expect(targets.length).toBeGreaterThan(20);
    expect(targets.flatMap(({ expr }) => unknown(metricsIn(expr)))).toEqual([]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const { datasources } = parse(
      text('packaging/watch/grafana/provisioning/datasources/prometheus.yml'),
    ) as { datasources: Array<{ uid: string }> };
    expect(new Set(targets.map(({ datasource }) => datasource.uid))).toEqual(
      new Set(datasources.map(({ uid }) => uid)),
    );
  });
});

describe('the manual', () => {
  const documents = [
    'docs/operate/watch.md',
    'docs/operate/workers.md',
    'docs/operate/scale-out.md',
    'docs/operate.md',
  ];

  it.each(documents)('%s names only metrics that exist', (name) => {
    const named = [...text(name).matchAll(/`(disclosed_[a-z0-9_]+)/g)].map(([, metric]) => metric!);
    const parts = ['', '_bucket'];
    expect(named.filter((metric) => !parts.some((part) => served.has(metric + part)))).toEqual([]);
  });

  it('has all our metrics', () => {
    const ours = [...served].filter(
      (metric) =>
        metric.startsWith('disclosed_') &&
        !/^disclosed_(?:process|nodejs)_|_(?:bucket|sum|count)$/.test(metric),
    );
    expect(ours.length).toBeGreaterThan(15);
    expect(ours.filter((metric) => !manual.includes(`\`${metric}`))).toEqual([]);
  });
});

describe('prometheus.yml', () => {
  const config = parse(text('packaging/watch/prometheus.yml')) as {
    rule_files: string[];
    scrape_configs: Array<{ job_name: string }>;
  };

  it('loads the alerts, and has the jobs that they name', () => {
    expect(config.rule_files).toEqual(['alerts.yml']);
    const jobs = config.scrape_configs.map(({ job_name }) => job_name);
    const named = rules.flatMap(({ expr }) => [...expr.matchAll(/job="([^"]+)"/g)].map(([, job]) => job!));
    expect(named.filter((job) => !jobs.includes(job))).toEqual([]);
  });
});
