/** The queue of documents that are still to be fetched. */

import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { QueuedDocument } from '../../../src/records/crawl.js';
import {
  type DocumentOutcome,
  dequeue,
  filterSeen,
  queueCounts,
  readCursor,
} from '../../../src/store/crawl/queue.js';
import { listUnreadDocuments } from '../../../src/store/crawl/run-journal.js';
import { isStoredUnread, requeueUnread, unreadDocuments } from '../../../src/store/crawl/unread-documents.js';
import type { Store } from '../../../src/store/database/open.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import { emptyStore } from '../empty-store.js';
import { accession, filing, NOW, write } from '../form4/invented-filings.js';

describe('store/crawl/queue', () => {
  const REGISTER = 'sec-form4';
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
  });
  afterEach(() => store.close());

  const wanted = (key: string, more: Partial<QueuedDocument> = {}): QueuedDocument => ({
    key,
    kind: 'submission',
    url: `https://example.org/${key}`,
    ...more,
  });
  const enqueue = (...list: QueuedDocument[]) =>
    writeBatch(store, { register: REGISTER, now: NOW, queued: list });
  const settle = (...outcomes: DocumentOutcome[]) =>
    writeBatch(store, { register: REGISTER, now: NOW, outcomes });
  const waiting = (now = NOW) => dequeue(store, REGISTER, 100, now).map((one) => one.key);
  const unreadable = (key: string, bytes: Buffer, readerVersion = 1): DocumentOutcome => ({
    key,
    outcome: 'unread',
    kind: 'submission',
    url: `https://example.org/${key}`,
    reason: 'no ownership document in it',
    bytes,
    readerVersion,
  });

  describe('the queue', () => {
    it('returns the highest priority first, then the newest accession number', () => {
      enqueue(wanted('26-1'), wanted('26-3'), wanted('25-9', { priority: 2 }), wanted('26-2'));
      expect(waiting()).toEqual(['25-9', '26-3', '26-2', '26-1']);
      expect(dequeue(store, REGISTER, 2, NOW)).toEqual([
        { key: '25-9', kind: 'submission', url: 'https://example.org/25-9', priority: 2, attempts: 0 },
        { key: '26-3', kind: 'submission', url: 'https://example.org/26-3', priority: 0, attempts: 0 },
      ]);
      expect(dequeue(store, 'another', 10, NOW)).toEqual([]);
    });

    it('keeps the metadata of the list, and updates metadata and priority of documents that are still queued', () => {
      enqueue(wanted('a', { metadata: { filedAt: 'early' }, priority: 3 }));
      enqueue(wanted('a', { priority: 1 }));
      enqueue(wanted('a', { metadata: { filedAt: 'late' } }));
      expect(dequeue(store, REGISTER, 1, NOW)).toEqual([
        {
          key: 'a',
          kind: 'submission',
          url: 'https://example.org/a',
          metadata: { filedAt: 'late' },
          priority: 3,
          attempts: 0,
        },
      ]);
    });

    it('does not queue a completed document again, however often a list names it', () => {
      enqueue(wanted('a'), wanted('b'), wanted('c'), wanted('d'));
      settle({ key: 'a', outcome: 'done' }, { key: 'b', outcome: 'gone' }, unreadable('c', Buffer.from('x')));
      enqueue(wanted('a'), wanted('b'), wanted('c'), wanted('d'));
      expect(waiting()).toEqual(['d']);
      expect(queueCounts(store)).toEqual({ [REGISTER]: { waiting: 1, done: 1, unread: 1, gone: 1 } });
    });

    it('does not return a document before its retry time', () => {
      enqueue(wanted('a'), wanted('b'));
      settle({
        key: 'b',
        outcome: 'retry',
        failure: 'failed',
        reason: 'HTTP 503',
        nextTryAt: '2026-03-02T13:00:00.000Z',
      });
      expect(waiting()).toEqual(['a']);
      expect(waiting(new Date('2026-03-02T12:59:59.999Z'))).toEqual(['a']);
      expect(waiting(new Date('2026-03-02T13:00:00.000Z'))).toEqual(['b', 'a']);
      expect(dequeue(store, REGISTER, 1, new Date('2026-03-02T13:00:00.000Z'))[0]?.attempts).toBe(1);
      settle({ key: 'b', outcome: 'done' });
      expect(waiting(new Date('2027-01-01T00:00:00.000Z'))).toEqual(['a']);
    });

    it('counts failures of one kind in a row', () => {
      enqueue(wanted('a'));
      const fail = (failure: 'failed' | 'denied' | 'unread') => {
        settle({ key: 'a', outcome: 'retry', failure, reason: 'x', nextTryAt: null });
        return dequeue(store, REGISTER, 1, NOW)[0];
      };
      for (const attempts of [1, 2]) expect(fail('failed')).toMatchObject({ failure: 'failed', attempts });
      for (const attempts of [1, 2]) expect(fail('denied')).toMatchObject({ failure: 'denied', attempts });
      expect(fail('failed')).toMatchObject({ failure: 'failed', attempts: 1 });
      expect(fail('unread')).toMatchObject({ failure: 'unread', attempts: 1 });
      const again = { nextTryAt: NOW.toISOString() };
      settle({ ...unreadable('a', Buffer.from('x')), ...again } as DocumentOutcome);
      expect(dequeue(store, REGISTER, 1, NOW)[0]).toMatchObject({ failure: 'unread', attempts: 2 });
      // A document that was downloaded once keeps its tries while the register is down.
      settle({ key: 'a', outcome: 'retry', failure: 'failed', reason: 'x', ...again });
      expect(dequeue(store, REGISTER, 1, NOW)[0]).toMatchObject({ failure: 'unread', attempts: 2 });
    });

    it('filters queued and completed documents, and documents in bulk files, but not those in a rounded data set', () => {
      enqueue(wanted('queued'), wanted('done'), wanted('gone'), wanted('unread'), wanted(accession(3)));
      settle(
        { key: 'done', outcome: 'done' },
        { key: 'gone', outcome: 'gone' },
        unreadable('unread', Buffer.from('x')),
      );
      settle({ key: 'never-queued', outcome: 'done' });
      write(store, filing(1), filing(2, { precision: 'dataset' }), filing(3, { precision: 'dataset' }));
      const all = ['queued', 'done', 'gone', 'unread', 'never-queued', accession(1), accession(3)];
      expect(filterSeen(store, REGISTER, [...all, accession(2), 'stranger'])).toEqual(new Set(all));
      expect(filterSeen(store, 'sec-13f', [accession(1), 'done'])).toEqual(new Set());
    });

    it('separates the cursors of the registers', () => {
      writeBatch(store, { register: 'one', now: NOW, cursors: { day: '1' } });
      writeBatch(store, { register: 'one', now: NOW, cursors: { day: '2', page: '7' } });
      writeBatch(store, { register: 'two', now: NOW, cursors: { day: '9' } });
      expect(['day', 'page', 'none'].map((name) => readCursor(store, 'one', name))).toEqual(['2', '7', null]);
      expect(readCursor(store, 'two', 'day')).toBe('9');
    });
  });

  describe('unreadable documents', () => {
    it('are kept byte for byte, with their metadata, for a better reader', () => {
      const bytes = randomBytes(70_000);
      enqueue(wanted('a', { metadata: { filedAt: '2026-03-01T21:30:00.000Z' } }));
      settle(unreadable('a', bytes), unreadable('b', Buffer.from('second')));
      expect([...unreadDocuments(store, REGISTER, 1)]).toEqual([]);
      expect([...unreadDocuments(store, REGISTER, 2)]).toEqual([
        {
          key: 'a',
          kind: 'submission',
          url: 'https://example.org/a',
          metadata: { filedAt: '2026-03-01T21:30:00.000Z' },
          retrievedAt: NOW.toISOString(),
          bytes,
          reason: 'no ownership document in it',
          readerVersion: 1,
        },
        expect.objectContaining({ key: 'b', bytes: Buffer.from('second') }),
      ]);
    });

    it('can be completed while they are iterated, and are iterated once', () => {
      settle(
        unreadable('a', Buffer.from('1')),
        unreadable('b', Buffer.from('2')),
        unreadable('c', Buffer.from('3')),
      );
      const seen: string[] = [];
      for (const { key, bytes } of unreadDocuments(store, REGISTER, 2)) {
        seen.push(key);
        settle(key === 'b' ? unreadable(key, bytes, 2) : { key, outcome: 'done' });
      }
      expect(seen).toEqual(['a', 'b', 'c']);
      expect([...unreadDocuments(store, REGISTER, 2)]).toEqual([]);
      expect([...unreadDocuments(store, REGISTER, 3)].map((one) => one.key)).toEqual(['b']);
      expect(queueCounts(store)[REGISTER]).toEqual({ waiting: 0, done: 2, unread: 1, gone: 0 });
    });

    it('are queued again for a newer reader, with their bytes available until they are completed', () => {
      settle(unreadable('a', Buffer.from('1'), 1), unreadable('b', Buffer.from('2'), 2));
      expect(requeueUnread(store, REGISTER, 2)).toBe(1);
      expect(waiting()).toEqual(['a']);
      expect([...unreadDocuments(store, REGISTER, 2)].map((one) => one.key)).toEqual(['a']);
      settle({ key: 'a', outcome: 'done' });
      expect([...unreadDocuments(store, REGISTER, 2)]).toEqual([]);
      expect(requeueUnread(store, REGISTER, 2)).toBe(0);
    });

    it('that are larger than 4 MiB keep their beginning, are marked, and are fetched again instead', () => {
      settle(
        unreadable('large', Buffer.alloc(4 * 1024 * 1024 + 1, 'x')),
        unreadable('most', Buffer.alloc(4 * 1024 * 1024)),
      );
      expect(listUnreadDocuments(store, 10)).toEqual([
        expect.objectContaining({ key: 'large', size: 4 * 1024 * 1024 + 1, complete: 0, readerVersion: 1 }),
        expect.objectContaining({ key: 'most', size: 4 * 1024 * 1024, complete: 1 }),
      ]);
      expect([...unreadDocuments(store, REGISTER, 2)].map((one) => one.key)).toEqual(['most']);
      requeueUnread(store, REGISTER, 2);
      expect(waiting()).toEqual(['most', 'large']);
    });

    it('are requested again at their retry time, after queued documents, and keep their bytes meanwhile', () => {
      const asked = {
        ...unreadable('a', Buffer.from('half')),
        nextTryAt: '2026-03-02T13:00:00.000Z',
      } as DocumentOutcome;
      settle(asked, unreadable('b', Buffer.from('for a better reader')));
      enqueue(wanted('c'));
      expect(waiting(new Date('2026-03-02T12:59:59.000Z'))).toEqual(['c']);
      const due = new Date('2026-03-02T13:00:00.000Z');
      expect(waiting(due)).toEqual(['c', 'a']);
      expect(dequeue(store, REGISTER, 1, due).map(({ key }) => key)).toEqual(['c']);
      // The same bytes again, or a document that is gone: they stay unreadable.
      expect(
        isStoredUnread(store, REGISTER, { key: 'a', bytes: Buffer.from('half'), readerVersion: 1 }),
      ).toBe(true);
      expect(
        isStoredUnread(store, REGISTER, { key: 'a', bytes: Buffer.from('HALF'), readerVersion: 1 }),
      ).toBe(false);
      settle({
        key: 'a',
        outcome: 'retry',
        failure: 'unread',
        reason: '',
        nextTryAt: '2026-03-02T17:00:00.000Z',
      });
      expect(waiting(due)).toEqual(['c']);
      settle({ key: 'a', outcome: 'gone' });
      expect(waiting(new Date('2027-01-01T00:00:00.000Z'))).toEqual(['c']);
      expect(listUnreadDocuments(store, 10).map(({ key, reason }) => [key, reason])).toEqual([
        ['a', 'no ownership document in it'],
        ['b', 'no ownership document in it'],
      ]);
    });
  });
});
