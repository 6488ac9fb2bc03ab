import t from 'tap';
import { countValues, valuesMax, valuesMaxInTexts } from '../../src/json/values.js';
import { finish } from '../../src/scheduling/steps.js';
import { openApp, restError } from '../support/open-app.js';

const repeatInList = (value: string, count: number) => `[${Array(count).fill(value).join(',')}]`;

t.test('413: a body of too many JSON values', async (t) => {
  const { app, asAdmin } = await openApp(t);
  const headers = { ...asAdmin, 'content-type': 'application/json' };
  const url = '/aspects?action=ingestProposalBatch';
  const post = (payload: string) => app.inject({ method: 'POST', url, headers, payload });
  const tooMany = await post(`{"proposals":${repeatInList('0', valuesMax)}}`);
  t.equal(tooMany.statusCode, 413);
  t.match(tooMany.json(), restError(413, /more than 500000 JSON values/));
  t.not((await post(`{"proposals":${repeatInList('0', valuesMax - 10)}}`)).statusCode, 413);
  const inTexts = await post(`{"proposals":[{"aspect":{"value":"${repeatInList('0', valuesMaxInTexts)}"}}]}`);
  t.equal(inTexts.statusCode, 413);
  t.match(inTexts.json(), restError(413, /more than 2000000 JSON values, including those in its texts/));
});

t.test('values in texts are counted apart', async (t) => {
  const count = (text: string) => finish(countValues(text));
  t.same(count('{"a":[1,{"b":","}],"c":"x"}'), { values: 5, inTexts: 6 });
  const aspect = JSON.stringify(repeatInList('{"a":"\\\\"}', 100));
  t.same(count(`{"value":${aspect}}`), { values: 1, inTexts: 201 });
  t.same(count(`"${'\\'.repeat(1_000)}`), { values: 0, inTexts: 0 }, 'a text that does not end');
});
