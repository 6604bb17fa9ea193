/**
 * `subscriptions/listen` of revision 2026-07-28: a client names resources, and hears when a new generation changed one of them.
 * What changed is found in the log of changes, by the identifier of the resource.
 */

import { setImmediate } from 'node:timers/promises';
import { ApiError } from '../../../tools/contract/errors.js';
import getChanges from '../../../tools/get-changes.js';
import { addressKey } from '../../limits/address.js';
import type { RequestPipeline } from '../../pipeline/pipeline.js';
import { idJson, type MessageId } from './message.js';
import { isObject } from './modern-request.js';
import { INVALID_PARAMS, type ListenStream, type ProtocolFault, SERVER_INFO, TOO_MANY } from './reply.js';
import { type ResourceKind, resourceOf } from './resources.js';

/** Resources of one stream, and of all together. */
const URIS_MAX = 50;
const ALL_URIS_MAX = 2000;
/** Streams of one address, and of all together. */
const ADDRESS_MAX = 10;
const STREAMS_MAX = 500;
const URI_MAX = 300;
const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

/** Where a message of the stream is written. */
interface Sink {
  write(message: string): void;
  end(): void;
}

interface Stream {
  id: MessageId;
  /** '' over stdio; else what the rate limit counts: a caller with one IPv6 address has a whole network of them. */
  address: string;
  uris: readonly string[];
  /** Null before it is started. */
  sink: Sink | null;
}

export class Listening {
  private readonly streams = new Set<Stream>();
  /** The generation that was compared last, and the end of the log in it; null while no one listens. */
  private generation = '';
  private place: string | null = null;
  private looking: Promise<void> | null = null;

  constructor(private readonly pipeline: RequestPipeline) {}

  /** A stream that waits to be started, or why there is none. `address` is null over stdio. */
  open(
    id: MessageId,
    { notifications }: Record<string, unknown>,
    address: string | null,
  ): ListenStream | ProtocolFault {
    const uris = urisOf(notifications);
    if (typeof uris === 'string') return { code: INVALID_PARAMS, message: uris, status: 200 };
    const from = address === null ? '' : addressKey(address);
    const own = [...this.streams].filter((stream) => stream.address === from).length;
    const all = new Set([...this.streams].flatMap((stream) => stream.uris).concat(uris)).size;
    if (this.streams.size >= STREAMS_MAX || own >= ADDRESS_MAX || all > ALL_URIS_MAX) {
      const message = `Too many streams are open: ${ADDRESS_MAX} for one address. Close one, or read /v1/changes.`;
      return { code: TOO_MANY, message, status: 429 };
    }
    const stream: Stream = { id, address: from, uris, sink: null };
    this.streams.add(stream);
    return {
      start: (write, end) => {
        stream.sink = { write, end };
        write(this.acknowledgement(stream));
        void this.changed();
        return () => void this.streams.delete(stream);
      },
    };
  }

  /** A client on stdio cancels the request with this id. */
  cancel(id: unknown): void {
    for (const stream of this.streams)
      if (stream.address === '' && idJson(stream.id) === JSON.stringify(id)) this.streams.delete(stream);
  }

  /** Sends the streams what a new generation changed; call it after each look for one. Never throws. */
  changed(): Promise<void> {
    this.looking ??= this.look().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  /** Ends every stream as the protocol wants it: with the result of its request. */
  close(): void {
    for (const { id, sink } of this.streams) {
      const meta = { ...SERVER_INFO, [SUBSCRIPTION_ID]: PLACEHOLDER };
      const result = JSON.stringify({ resultType: 'complete', _meta: meta });
      sink?.write(withId(`{"jsonrpc":"2.0","id":${idJson(id)},"result":${result}}`, id));
      sink?.end();
    }
    this.streams.clear();
  }

  private async look(): Promise<void> {
    if (this.streams.size === 0) {
      this.place = null;
      return;
    }
    const { id } = this.pipeline.begin({ address: null }).version;
    if (this.place !== null && id === this.generation) return;
    const from = this.place;
    try {
      const { meta } = await this.pipeline.answer(getChanges, { limit: 1, order: 'desc' });
      if (from !== null && meta.resume !== from) await this.tell(from);
      this.place = meta.resume ?? null;
      this.generation = id;
    } catch (error) {
      // Nothing is recorded yet, or the store cannot be read: the next look tries again.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  private async tell(after: string): Promise<void> {
    const uris = new Set([...this.streams].flatMap((stream) => stream.uris));
    for (const uri of uris) {
      if (await this.isChanged(uri, after))
        for (const stream of this.streams) if (stream.uris.includes(uri)) this.update(stream, uri);
      // Waiting callers take precedence.
      await setImmediate();
    }
  }

  /** Also if the log was made again: then anything may have changed. */
  private async isChanged(uri: string, after: string): Promise<boolean> {
    const resource = resourceOf(uri);
    if (resource === null) return false;
    try {
      const given = { ...questionOf(resource.kind, resource.id), after, limit: 1 };
      return (await this.pipeline.answer(getChanges, given)).data.length > 0;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.issues?.some(({ path }) => path === 'after') === true;
    }
  }

  private update({ id, sink }: Stream, uri: string): void {
    sink?.write(notification('notifications/resources/updated', id, { uri }));
  }

  private acknowledgement({ id, uris }: Stream): string {
    const notifications = uris.length === 0 ? {} : { resourceSubscriptions: uris };
    return notification('notifications/subscriptions/acknowledged', id, { notifications });
  }
}

/** Stands for the id, which JSON.stringify cannot write if it is a number that JavaScript does not hold. */
const PLACEHOLDER = '\u0000id';
const WRITTEN_PLACEHOLDER = JSON.stringify(PLACEHOLDER);

function withId(message: string, id: MessageId): string {
  return message.replace(WRITTEN_PLACEHOLDER, () => idJson(id));
}

function notification(method: string, id: MessageId, params: object): string {
  const meta = { [SUBSCRIPTION_ID]: PLACEHOLDER };
  return withId(JSON.stringify({ jsonrpc: '2.0', method, params: { _meta: meta, ...params } }), id);
}

/** The resources that a filter names and this service has; or what is wrong with the filter. */
function urisOf(notifications: unknown): string[] | string {
  if (!isObject(notifications)) return 'notifications must be an object that says what to listen to.';
  const { resourceSubscriptions = [] } = notifications;
  const isList =
    Array.isArray(resourceSubscriptions) && resourceSubscriptions.every((uri) => typeof uri === 'string');
  if (!isList || resourceSubscriptions.length > URIS_MAX)
    return `notifications.resourceSubscriptions must be a list of at most ${URIS_MAX} addresses of resources.`;
  return [...new Set(resourceSubscriptions as string[])].filter(
    (uri) => uri.length <= URI_MAX && resourceOf(uri) !== null,
  );
}

/** The filter of the log that finds what a resource shows. */
function questionOf(kind: ResourceKind, id: string): Record<string, string> {
  if (kind === 'insider') return { owner: id };
  if (kind === 'member') return { member: id };
  if (kind === 'tracker') return { tracker: id };
  if (/^\d+$/.test(id)) return { cik: id };
  return /^[A-Za-z]{2}[A-Za-z0-9]{9}\d$/.test(id) ? { isin: id } : { ticker: id };
}
