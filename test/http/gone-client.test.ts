import { once } from 'node:events';
import { connect } from 'node:net';
import t from 'tap';
import type { Actor } from '../../src/core/actor.js';
import { fakeServices } from '../support/fake-services.js';
import { asAdmin } from '../support/open-app.js';
import { listen } from '../support/raw-http.js';

t.test('the deadline of a request passes when its client goes away', async (t) => {
  const { services } = fakeServices();
  let begin = (_actor: Actor): void => undefined;
  const begun = new Promise<Actor>((resolve) => {
    begin = resolve;
  });
  const ingest = async (actor: Actor) => {
    begin(actor);
    await new Promise<void>((resolve) => actor.deadline!.onPass(resolve));
    return [];
  };
  const { port } = await listen(t, { services: { ...services, aspects: { ...services.aspects, ingest } } });
  const socket = connect(port, '127.0.0.1');
  const body = '{"proposal":{}}';
  socket.write(
    `POST /aspects?action=ingestProposal HTTP/1.1\r\nHost: x\r\nAuthorization: ${asAdmin.authorization}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const { deadline } = await begun;
  t.equal(deadline!.passed, false);
  const passed = new Promise<void>((resolve) => deadline!.onPass(resolve));
  socket.destroy();
  await once(socket, 'close');
  await passed;
  t.equal(deadline!.passed, true);
});
