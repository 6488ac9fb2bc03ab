import { once } from 'node:events';
import { connect } from 'node:net';
import t, { type Test } from 'tap';
import type { Actor } from '../../src/core/actor.js';
import { CatalogError } from '../../src/core/errors.js';
import type { Services } from '../../src/services.js';
import { listen } from '../support/raw-http.js';

/** Sends a request whose use case waits for its deadline, and closes the connection meanwhile. */
async function leave(t: Test, path: string, body: string) {
  let begin = (_actor: Actor): void => undefined;
  const begun = new Promise<Actor>((resolve) => {
    begin = resolve;
  });
  const untilDeadline = async (actor: Actor): Promise<never> => {
    begin(actor);
    await new Promise<void>((resolve) => actor.deadline!.onPass(resolve));
    throw new CatalogError('SERVICE_UNAVAILABLE', 'The request took too long.');
  };
  const replace = (services: Services): Services => ({
    ...services,
    ingest: { ...services.ingest, proposals: untilDeadline },
    tags: { ...services.tags, delete: untilDeadline },
  });
  const { port, lines, asAdmin } = await listen(t, { replace });
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${asAdmin.authorization}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const { deadline } = await begun;
  const before = deadline!.passed;
  const passed = new Promise<void>((resolve) => deadline!.onPass(resolve));
  socket.destroy();
  await once(socket, 'close');
  await passed;
  // The next request ends after the log of this one is written.
  await fetch(`http://127.0.0.1:${port}/health/live`);
  return { before, after: deadline!.passed, log: lines.map((line) => JSON.parse(line)) };
}

const [info, error] = [30, 50];

t.test('the deadline of a request passes when its client goes away, and no error is logged', async (t) => {
  for (const [path, body, message] of [
    ['/aspects?action=ingestProposal', '{"proposal":{}}', 'request failed'],
    ['/api/graphql', '{"query":"mutation { deleteTag(urn: \\"urn:li:tag:x\\") }"}', 'field failed'],
  ] as const) {
    const { before, after, log } = await leave(t, path, body);
    t.equal(before, false);
    t.equal(after, true);
    t.match(
      log.filter(({ msg }) => msg === message).map(({ level }) => level),
      [info],
      message,
    );
    t.notOk(
      log.some(({ level }) => level >= error),
      path,
    );
  }
});
