import t, { type Test } from 'tap';
import { client } from '../../../src/cli/remote/client.js';
import { fakeCommands } from '../../support/fake-commands.js';
import { serve } from '../../support/serve.js';

const busy = { status: 503, text: '{"errors":[{"message":"Busy."}],"data":null}' };
const done = { status: 200, text: '{"data":{"me":null}}' };

/** Runs a command whose requests get the answers in order, and then the last one again. */
async function run(t: Test, answers: { status: number; text: string; retryAfter?: string }[]) {
  let count = 0;
  const { url } = await serve(t, (_request, response) => {
    const { status, text, retryAfter } = answers[Math.min(count, answers.length - 1)]!;
    count += 1;
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter && { 'retry-after': retryAfter }),
    });
    response.end(text);
  });
  const commands = fakeCommands({ remote: { url, token: 'x' } });
  const error = await commands.run('api', '{ me { corpUser { urn } } }').then(
    () => null,
    (failure: Error & { exitCode?: number }) => failure,
  );
  return { url, count, error, ...commands };
}

t.test('a command sends a refused request again when the service asks for it, and says so', async (t) => {
  const answers = [{ ...busy, retryAfter: '3' }, { ...busy, retryAfter: '7' }, done];
  const { url, count, error, did, infoLines, printed } = await run(t, answers);
  t.same([count, error, did], [3, null, ['wait 3000 ms', 'wait 7000 ms']]);
  t.same(infoLines, [
    `the catalog at ${url}: 503 Busy.; trying again in 3 s`,
    `the catalog at ${url}: 503 Busy.; trying again in 7 s`,
  ]);
  t.same(JSON.parse(printed.join('')), { data: { me: null } });
});

t.test('it ends after the seventh refusal, with the message and the exit code of a refusal', async (t) => {
  const { count, error, did } = await run(t, [{ ...busy, retryAfter: '1' }]);
  t.same([count, did.length], [7, 6]);
  t.match(error, { message: 'Busy.', exitCode: 1 });
});

t.test('other refusals are not sent again', async (t) => {
  for (const answer of [
    busy,
    { ...busy, status: 429, retryAfter: '60' },
    { ...busy, status: 200, retryAfter: '1' },
  ]) {
    const { count, error } = await run(t, [answer]);
    t.equal(count, 1);
    t.match(error, { message: 'Busy.' });
  }
});

t.test('a command says what it waits for, until the response comes', async (t) => {
  const lines: string[] = [];
  let respond = (): void => undefined;
  const { url } = await serve(t, (_request, response) => {
    respond = () => void response.end('{"data":{"me":null}}');
  });
  const catalog = client(
    { url, urlFrom: '--url', token: 'x', tokenFrom: '--token-file' },
    {
      version: '1.2.3',
      tellWarnings: async () => undefined,
      wait: async () => undefined,
      info(line) {
        lines.push(line);
        if (lines.length === 3) respond();
      },
      tellEveryMs: 10,
    },
  );
  t.same((await catalog.ask({ query: '{ me }', variables: {} })).data, { me: null });
  t.equal(lines.length, 3);
  for (const line of lines)
    t.equal(line, `waiting for the catalog at ${url}: no response to /api/graphql for 0 s`);
});
