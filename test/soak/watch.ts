import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { client, readData } from '../faults/support/client.js';
import { receiver } from '../support/receiver.js';

/** A change of a tag as readers and webhooks hear of it: `<urn> <column> ADD <tag>`. */
export type Heard = string;

interface Event {
  readonly entityUrn: string;
  readonly category: string;
  readonly operation: string;
  readonly modifier: string;
  readonly parameters?: { readonly fieldPath?: string; readonly parentUrn?: string };
}
const hear = ({ entityUrn, category, operation, modifier, parameters = {} }: Event): Heard[] =>
  category === 'TAG'
    ? [toHeard(parameters.parentUrn ?? entityUrn, parameters.fieldPath ?? '', operation, modifier)]
    : [];

export const toHeard = (urn: string, column: string, operation: string, tag: string): Heard =>
  `${urn} ${column} ${operation} ${tag}`;

/** Reads the Events API as a client does that keeps its offset, and asks another process when one does not answer. */
export async function readEvents(urls: readonly string[], adminToken: string) {
  const heard: Heard[] = [];
  let [offset, at, isEnding, empty] = ['', 0, false, 0];

  async function poll(): Promise<number> {
    const parameters = new URLSearchParams({
      topic: 'PlatformEvent_v1',
      limit: '500',
      pollTimeoutSeconds: '1',
    });
    if (offset) parameters.set('offsetId', offset);
    const url = `${urls[at % urls.length]}/openapi/v1/events/poll?${parameters}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${adminToken}` } });
    if (!response.ok) throw new Error(`${response.status}`);
    const { offsetId, events } = (await response.json()) as { offsetId: string; events: { value: string }[] };
    offset = offsetId;
    for (const { value } of events) {
      // A PlatformEvent has its payload as a text.
      const { payload } = JSON.parse(value);
      heard.push(...hear(JSON.parse(payload.value)));
    }
    return events.length;
  }
  await poll();
  const reading = (async () => {
    // Places of deleted tags are cleared later, so one empty answer is too early.
    while (!isEnding || empty < 2) {
      const count = await poll().catch(async () => {
        at += 1;
        await sleep(20);
        return -1;
      });
      empty = count === 0 ? empty + 1 : 0;
    }
  })();
  return {
    /** Resolves with all events, when answers have none. */
    async end(): Promise<readonly Heard[]> {
      // Answers that were empty before do not count.
      [isEnding, empty] = [true, 0];
      await reading;
      return heard;
    },
  };
}

/** Makes a webhook for changes of tags. Messages are kept by the time of their first attempt. */
export async function hearWebhook(t: Test, url: string, adminToken: string) {
  const { received, url: endpoint } = await receiver(t);
  const admin = client(url, adminToken);
  const { createWebhook } = readData(
    await admin.graphql('mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }', {
      input: { name: 'soak', url: endpoint, categories: ['TAG'] },
    }),
  );
  return {
    id: createWebhook.id as string,
    /** Resolves with so many changes, or fewer when none has come for long. */
    async end(least: number, isHarmed: boolean): Promise<readonly Heard[]> {
      // A process that was killed keeps its lease.
      const longest = isHarmed ? 900 : 300;
      readData(await admin.graphql('mutation ($id: String!) { resumeWebhook(id: $id) }', createWebhook));
      for (
        let waits = 0, before = 0;
        waits < longest && new Set(received.map(({ id }) => id)).size < least;
      ) {
        waits = received.length === before ? waits + 1 : 0;
        before = received.length;
        await sleep(100);
      }
      const first = new Map(received.toReversed().map((one) => [one.id, one]));
      return received.filter((one) => first.get(one.id) === one).flatMap(({ event }) => hear(event.data));
    },
  };
}
