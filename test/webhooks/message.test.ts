/** What is sent to webhooks: verified as receivers do, and harmless in chats whatever was filed. */

import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { bodyOf, newSigningSecret, signedHeaders, type WebhookMessage } from '../../src/webhooks/message.js';
import type { ChangeRow } from '../../tools/contract/shapes/change.js';

const row = (more: Partial<ChangeRow> = {}): ChangeRow =>
  ({
    place: '7-1-00000000',
    event: 'entered',
    title: 'Form 4: Vesper Alma, Director; Acme Sample Corp (ACME); purchases USD 1,000',
    url: 'https://disclosed.example/ticker/ACME',
    ...more,
  }) as ChangeRow;

const message = (changes: ChangeRow[], more: Partial<WebhookMessage> = {}): WebhookMessage => ({
  id: 'd1',
  watchlist: { id: 'w1', name: 'My list' },
  changes,
  hasMore: false,
  sample: false,
  baseUrl: 'https://disclosed.example',
  license: 'https://creativecommons.org/licenses/by/4.0/',
  ...more,
});

describe('the signature', () => {
  it('is that of Standard Webhooks: the library of receivers accepts it, and no other body, id or secret', () => {
    const secret = newSigningSecret();
    const body = bodyOf('json', message([row()]));
    const headers = signedHeaders({ id: 'd1', secret, body }, Date.now());
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'changes', id: 'd1' });
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'd2' })).toThrow();
    expect(() => new Webhook(newSigningSecret()).verify(body, headers)).toThrow();
    // A message that was recorded and is sent again later is refused.
    const old = signedHeaders({ id: 'd1', secret, body }, Date.now() - 3_600_000);
    expect(() => new Webhook(secret).verify(body, old)).toThrow();
  });
});

describe('the shapes', () => {
  it('json has the rows of the log, and says of a sample and of a test what it is', () => {
    const body = JSON.parse(bodyOf('json', message([row()], { sample: true, hasMore: true })));
    expect(body).toMatchObject({ type: 'changes', sample: true, hasMore: true, changes: [row()] });
    expect(JSON.parse(bodyOf('json', message([])))).toMatchObject({ type: 'test', changes: [] });
    expect(JSON.parse(bodyOf('slack', message([]))).text).toMatch(/this is a test .* Nothing was filed\./);
  });

  it('a filed name cannot call users, make links or break lines in Slack and Discord', () => {
    const evil = row({
      title: 'a <!channel> & <https://evil.example|b>\n@everyone [x](https://evil.example) `*_~|#',
    });
    const slack: string = JSON.parse(bodyOf('slack', message([evil]))).text;
    expect(slack).toContain('&lt;!channel&gt; &amp; &lt;https://evil.example/b&gt; @everyone');
    expect(slack.split('\n')).toHaveLength(2);
    const discord = JSON.parse(bodyOf('discord', message([evil])));
    expect(discord.allowed_mentions).toEqual({ parse: [] });
    expect(discord.content).toContain('\\[x\\]\\(https');
    expect(discord.content.split('\n')).toHaveLength(2);
  });

  it('stays within the length that a service accepts, and says how many are left out', () => {
    const many = Array.from({ length: 50 }, (_, at) => row({ title: `${at} ${'x'.repeat(200)}` }));
    const { content } = JSON.parse(bodyOf('discord', message(many)));
    expect(content.length).toBeLessThanOrEqual(2000);
    const shown = content.split('\n').length - 2;
    expect(content).toContain(
      `${50 - shown} more are not in this message: https://disclosed.example/v1/changes`,
    );
    expect(JSON.parse(bodyOf('slack', message(many))).text).not.toContain('not in this message');
  });
});
