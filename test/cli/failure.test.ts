import { CommanderError } from 'commander';
import t from 'tap';
import { toFailure } from '../../src/cli/failure.js';
import { badRequest, CatalogError } from '../../src/core/errors.js';

class Expected extends Error {}
const failure = (error: unknown) => toFailure(error, [Expected]);

t.test('0: help and version', async (t) => {
  t.same(failure(new CommanderError(0, 'commander.helpDisplayed', '(outputHelp)')), {
    exitCode: 0,
    text: null,
  });
  t.same(failure(new CommanderError(0, 'commander.version', '1')), { exitCode: 0, text: null });
});

t.test('2: a wrong command line, which commander has reported', async (t) => {
  t.same(failure(new CommanderError(1, 'commander.unknownCommand', 'x')), { exitCode: 2, text: null });
});

t.test('1: an expected error is shown without a stack', async (t) => {
  t.same(failure(new Expected('the reason')), { exitCode: 1, text: 'the reason' });
  t.same(failure(badRequest('no such user')), { exitCode: 1, text: 'no such user' });
  const away = (cause: Error) => failure(new CatalogError('SERVICE_UNAVAILABLE', 'Away.', { cause })).text;
  t.equal(away(new Error('refused')), 'Away. (refused)', 'with its cause');
  t.equal(
    away(Object.assign(new Error(''), { code: 'ECONNREFUSED' })),
    'Away. (ECONNREFUSED)',
    'or its code',
  );
});

t.test('1: an address on which the server can’t listen', async (t) => {
  for (const syscall of ['listen', 'getaddrinfo']) {
    const error = Object.assign(new Error(`${syscall} EADDRINUSE 127.0.0.1:1`), { syscall });
    t.match(failure(error), {
      exitCode: 1,
      text: /^Cannot listen on this address: .*127\.0\.0\.1:1\. HOST and PORT/,
    });
  }
});

t.test('1: an unexpected error is shown with its stack', async (t) => {
  t.match(failure(new Error('unexpected')), { exitCode: 1, text: /^Error: unexpected\n +at / });
  for (const thrown of ['text', null, undefined])
    t.match(failure(thrown), { exitCode: 1, text: String(thrown) });
  t.same(
    failure({ errno: 51 }),
    { exitCode: 1, text: '{ errno: 51 }' },
    'also for a thrown object that is no Error',
  );
});
