import t from 'tap';
import { hasTooManyValues, valuesMax } from '../../../src/http/plugins/json-values.js';
import { openApp, restError } from '../../support/open-app.js';

const listOf = (value: string, count: number) => `[${Array(count).fill(value).join(',')}]`;

t.test('413: a body of too many JSON values', async (t) => {
  const { app, asAdmin } = await openApp(t);
  const headers = { ...asAdmin, 'content-type': 'application/json' };
  const url = '/aspects?action=ingestProposalBatch';
  const post = (payload: string) => app.inject({ method: 'POST', url, headers, payload });
  const tooMany = await post(`{"proposals":${listOf('0', valuesMax)}}`);
  t.equal(tooMany.statusCode, 413);
  t.match(tooMany.json(), restError(413, /more than 500000 JSON values/));
  t.not((await post(`{"proposals":${listOf('0', valuesMax - 10)}}`)).statusCode, 413);
});

t.test('the contents of strings do not count as values', async (t) => {
  const bytes = (text: string) => Buffer.from(text);
  const aspect = JSON.stringify(listOf('{"a":"\\\\"}', valuesMax));
  t.equal(hasTooManyValues(bytes(`{"value":${aspect}}`)), false);
  t.equal(hasTooManyValues(bytes(`[${aspect},${listOf('0', valuesMax)}]`)), true);
  t.equal(hasTooManyValues(bytes(`"${'\\'.repeat(valuesMax)}`)), false, 'a string that does not end');
});
