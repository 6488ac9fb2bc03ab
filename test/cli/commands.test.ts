import t from 'tap';
import { type FakeOptions, fakeCommands } from '../support/fake-commands.js';

t.test('serve: probes the address, opens the catalog, listens; a stop closes them in reverse', async (t) => {
  const { run, did, printed, logged, stop } = fakeCommands();
  await run('serve');
  const started = ['log to stdout', 'probe', 'be ready to stop within 35000 ms', 'open catalog', 'listen'];
  t.same(did, started);
  await stop();
  t.same(did.slice(started.length), ['drain server', 'close server', 'close catalog']);
  t.same(printed, [], 'nothing is printed');
  t.same(
    logged,
    ['catalog 1.2.3 starts', 'opening the database', 'loading the API'],
    'before a step that takes long',
  );
});

t.test('serve: METRICS_PORT answers before the catalog is opened, and until it is closed', async (t) => {
  const env = { METRICS_PORT: '0' };
  const { run, did, stop } = fakeCommands({ env });
  await run('serve');
  t.same(did.slice(-3), ['metrics', 'open catalog', 'listen']);
  await stop();
  t.same(did.slice(-3), ['close server', 'close metrics', 'close catalog']);
  const failed = fakeCommands({ env, fails: 'listen' });
  await t.rejects(failed.run('serve'));
  t.same(failed.did.slice(-2), ['close catalog', 'close metrics']);
  const taken = fakeCommands({ env, fails: 'metrics' });
  await t.rejects(taken.run('serve'));
  t.equal(taken.did.at(-1), 'metrics', 'nothing was opened');
});

t.test('serve --sample: the sample is loaded before the first request', async (t) => {
  const { run, did } = fakeCommands();
  await run('serve', '--sample');
  t.ok(did.indexOf('seed') > 0 && did.indexOf('seed') < did.indexOf('listen'));
});

t.test('serve: a failed start closes the catalog', async (t) => {
  for (const fails of ['listen', 'seed'] as const) {
    const { run, did } = fakeCommands({ fails });
    await t.rejects(run('serve', '--sample'), { message: `${fails} failed` });
    t.equal(did.at(-1), 'close catalog');
  }
});

t.test('11.23: a port that is in use is reported before the database is opened', async (t) => {
  const { run, did } = fakeCommands({ fails: 'probe' });
  await t.rejects(run('serve'), { message: 'probe failed' });
  t.notOk(did.includes('open catalog'));
});

t.test('11.23: a stop during the start ends the wait, and nothing listens', async (t) => {
  const waiting = fakeCommands({
    opening: (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  const ran = waiting.run('serve');
  await new Promise(setImmediate);
  await waiting.stop();
  await ran;
  t.same(waiting.did.slice(-2), ['be ready to stop within 35000 ms', 'open catalog']);

  let open = () => {};
  const late = fakeCommands({ opening: () => new Promise((resolve) => (open = resolve)) });
  const end = late.run('serve', '--sample');
  await new Promise(setImmediate);
  const stopped = late.stop();
  open();
  await Promise.all([stopped, end]);
  t.same(late.did.slice(-2), ['open catalog', 'close catalog'], 'a catalog that opens meanwhile is closed');
});

t.test('11.22, 11.23: a start warns the operator and does not fail', async (t) => {
  const warnings = async (options: FakeOptions) => {
    const { run, warned, did } = fakeCommands(options);
    await run('serve');
    t.equal(did.at(-1), 'listen');
    return warned;
  };
  const plain = /^other machines can reach HOST, and PUBLIC_URL is not an https address/;
  for (const HOST of ['0.0.0.0', '::', '192.0.2.7', 'catalog.internal']) {
    t.match(await warnings({ env: { HOST } }), [plain], HOST);
    t.match(await warnings({ env: { HOST, PUBLIC_URL: 'http://catalog.example' } }), [plain]);
    t.same(await warnings({ env: { HOST, PUBLIC_URL: 'https://catalog.example' } }), []);
  }
  for (const HOST of ['127.0.0.1', '127.1.2.3', '::1', 'localhost'])
    t.same(await warnings({ env: { HOST } }), []);
  t.match(await warnings({ root: true }), [/^running as root: /]);
  t.same(await warnings({ unknown: ['DATABSE_URL is not a setting: DATABASE_URL is'] }), [
    'DATABSE_URL is not a setting: DATABASE_URL is',
  ]);
  for (const command of [['seed'], ['migrate']]) {
    const { run, warned } = fakeCommands({ unknown: ['the line'], root: true });
    await run(...command);
    t.same(warned, ['the line'], command.join());
  }
});

t.test('serve --host --port --data-dir: the flags win over the variables', async (t) => {
  const env = { HOST: 'nowhere', PORT: '1', DATA_DIR: '/nowhere', LOG_FORMAT: 'pretty' };
  const { run, configured } = fakeCommands({ env });
  await run('serve', '--host', '::1', '--port', '8081', '--data-dir', './trial', '--sample');
  t.match(configured.at(-1), { HOST: '::1', PORT: 8081, DATA_DIR: './trial' });
  await run('serve', '--port', '8081');
  t.match(configured.at(-1), { HOST: 'nowhere', PORT: 8081, DATA_DIR: '/nowhere' });

  const wrong = fakeCommands({ env });
  const message =
    /^The settings are invalid:\n {2}--port: must be a whole number from 0 to 65535 \(is "x"\)$/;
  await t.rejects(wrong.run('serve', '--port', 'x'), { name: 'ConfigError', message });
  for (const flag of ['--port', '--host', '--data-dir'])
    await t.rejects(wrong.run('serve', flag, ''), { name: 'CommanderError' }, `an empty ${flag}`);
  t.same(wrong.did, []);
});

t.test('serve: a start for people ends with what to do next', async (t) => {
  const end = async (firstToken: FakeOptions['firstToken'] = {}, env = {}, isTerminal = false) => {
    const { run, printed } = fakeCommands({
      firstToken,
      env: { LOG_FORMAT: 'pretty', ...env },
      session: { isTerminal },
    });
    await run('serve');
    return printed.join('\n');
  };
  const file = "/it's/token";
  t.match(
    await end({ file }, { LOG_LEVEL: 'warn' }),
    "is at http://127.0.0.1:8080/console/\n\nSign in with the access token of admin in /it's/token\n\nCtrl-C stops",
  );
  t.match(await end({}, { PUBLIC_URL: 'https://c.example/x/' }), 'is at https://c.example/x/console/\n');
  const link = /Sign in as admin with this link. It works once, until \d\d:\d\d:\n {2}(\S+)\n(.*)\n/;
  t.match(link.exec(await end({ file }, {}, true)), [
    ...[String, 'http://127.0.0.1:8080/console/sign-in#the-secret'],
    "Or with the access token of admin in /it's/token",
  ]);
  t.match(
    await end({ expiredAt: 0 }, { PUBLIC_URL: 'http://localhost/x', HOST: '::1' }, true),
    '  http://localhost/x/console/sign-in#the-secret\n\nCtrl-C',
  );
  for (const env of [{ PUBLIC_URL: 'https://c.example' }, { HOST: '0.0.0.0' }, { LOG_FORMAT: 'json' }])
    t.notMatch(await end({ file }, env, true), 'the-secret', JSON.stringify(env));
  t.notMatch(await end({ file }), 'the-secret', 'without a terminal');
  const expired = await end({ expiredAt: Date.UTC(2026, 0, 2), hasLive: false });
  t.match(expired, 'The first access token expired at 2026-01-02T00:00Z. No user has a live access token.');
  t.match(expired, '\n  catalog token create\n');
  t.match(await end(), 'To create another one of admin:\n  catalog token create\n');
});

t.test('migrate: prints what it applied', async (t) => {
  const some = fakeCommands({ applied: ['1_init', '2_more'] });
  await some.run('migrate');
  t.same(some.printed, ['applied 1_init', 'applied 2_more']);
  t.same(some.did, ['log to stderr', 'migrate']);
  const none = fakeCommands();
  await none.run('migrate');
  t.same(none.printed, ['nothing to apply: the database is up to date']);
});

t.test('migrate --resolve-…: records the outcome of an unfinished migration, nothing else', async (t) => {
  for (const outcome of ['applied', 'rolled back'] as const) {
    const { run, did, printed } = fakeCommands();
    await run('migrate', `--resolve-${outcome.replace(' ', '-')}`, '1_init');
    t.same(did, ['log to stderr', JSON.stringify({ name: '1_init', outcome })]);
    t.same(printed, [`1_init is recorded as ${outcome}`]);
  }
});

t.test('seed: says what it did, and closes the catalog also when it fails', async (t) => {
  const { run, did, infoLines } = fakeCommands();
  await run('seed');
  t.same(infoLines, ['seeded']);
  t.equal(did.at(-1), 'close catalog');
  const bad = fakeCommands({ fails: 'seed' });
  await t.rejects(bad.run('seed'), { message: 'seed failed' });
  t.equal(bad.did.at(-1), 'close catalog');
});

t.test('token create: prints the text and nothing else', async (t) => {
  const { run, did, printed, infoLines } = fakeCommands();
  await run('token', 'create', '--actor', 'urn:li:corpuser:a', '--duration', 'ONE_DAY', '--name', 'ci');
  t.same(printed, ['the-text']);
  t.same(infoLines, []);
  t.ok(did.includes('{"actorUrn":"urn:li:corpuser:a","duration":"ONE_DAY","name":"ci"}'));
  t.same([did[0], did.at(-1)], ['log to stderr', 'close catalog']);
  const local = fakeCommands();
  await local.run('token', 'create', '--local', '--actor', 'urn:li:corpuser:a', '--duration', 'ONE_DAY');
  t.same(local.printed, ['the-text'], '--local changes nothing');
  const bad = fakeCommands({ fails: 'issue' });
  await t.rejects(bad.run('token', 'create', '--actor', 'x', '--duration', 'ONE_DAY'), {
    message: 'issue failed',
  });
  t.same([bad.printed, bad.did.at(-1)], [[], 'close catalog']);
});

t.test('a wrong command line does nothing', async (t) => {
  const wrong = [
    [],
    ['nope'],
    ['serve', '--nope'],
    ['serve', 'now'],
    ['token'],
    ['token', 'create', '--duration', 'ONE_DAY'],
    ['token', 'create', '--actor', 'urn:li:corpuser:a'],
    ['token', 'create', '--actor', 'urn:li:corpuser:a', '--duration', 'FOREVER'],
    ['migrate', '--resolve-applied'],
    ['migrate', '--resolve-applied', '1_init', '--resolve-rolled-back', '1_init'],
  ];
  for (const args of wrong) {
    const { run, did, infoLines, printed } = fakeCommands();
    await t.rejects(run(...args), { name: 'CommanderError', exitCode: 1 }, args.join(' ') || '(nothing)');
    t.same([did, printed], [[], []]);
    t.match(infoLines.join(''), /--help lists the commands|Usage: catalog/);
  }
});

t.test('--help and --version', async (t) => {
  const { run, printed } = fakeCommands();
  await t.rejects(run('--version'), { name: 'CommanderError', exitCode: 0 });
  await t.rejects(run('--help'), { name: 'CommanderError', exitCode: 0 });
  await t.rejects(run('token', 'create', '--help'), { name: 'CommanderError', exitCode: 0 });
  await t.rejects(run('migrate', '--help'), { name: 'CommanderError', exitCode: 0 });
  for (const part of [
    '1.2.3 (abcdef01)',
    'serve',
    'migrate',
    'seed',
    'token',
    '.env',
    '--actor',
    'NO_EXPIRY',
    '--resolve-rolled-back',
    '--local',
  ]) {
    t.match(printed.join(''), part);
  }
});
