import fc from 'fast-check';
import t from 'tap';
import { getKeyAspect, keyAspectValue, urnOfKey } from '../../src/aspects/key-aspect.js';
import { parseUrn } from '../../src/core/urn.js';

const key = (urn: string) => keyAspectValue(parseUrn(urn));

t.test('a key aspect has the parts of the URN under the names of its fields', async (t) => {
  t.same(key('urn:li:dataset:(urn:li:dataPlatform:hive,a.b,PROD)'), {
    platform: 'urn:li:dataPlatform:hive',
    name: 'a.b',
    origin: 'PROD',
  });
  t.same(key('urn:li:tag:größe'), { name: 'größe' });
  t.same(key('urn:li:dataJob:(urn:li:dataFlow:(airflow,f,PROD),j)'), {
    flow: 'urn:li:dataFlow:(airflow,f,PROD)',
    jobId: 'j',
  });
  t.same(key('urn:li:domain:d'), { id: 'd' }, 'one id, as for most types');
  t.same(key('urn:li:constructor:x'), { id: 'x' });
});

t.test('a URN with another number of parts has no key aspect', async (t) => {
  t.equal(key('urn:li:chart:c'), null);
  t.equal(key('urn:li:domain:(a,b)'), null);
});

t.test('the name of a key aspect follows from the entity’s type', async (t) => {
  t.equal(getKeyAspect('dataset'), 'datasetKey');
  t.equal(getKeyAspect('corpuser'), 'corpUserKey');
});

t.test('the URN of a key has its values, with commas and parentheses percent-encoded', async (t) => {
  for (const urn of [
    'urn:li:dataset:(urn:li:dataPlatform:hive,a.b%2C,PROD)',
    'urn:li:tag:größe 1',
    'urn:li:dataJob:(urn:li:dataFlow:(airflow,f,PROD),j)',
    'urn:li:schemaField:(urn:li:dataset:(urn:li:dataPlatform:x,y,PROD),[version=2.0].[type=int].c)',
    'urn:li:domain:d',
    'urn:li:metric:(urn:li:dataPlatform:x,p,i)',
  ]) {
    const { type } = parseUrn(urn);
    t.equal(urnOfKey(type, key(urn)).urn, urn);
  }
  const value = fc
    .string({ unit: fc.constantFrom(...'ab,()%:/ ä'), minLength: 1 })
    .filter((text) => !text.includes('%2c') && text.trim() === text);
  fc.assert(
    fc.property(value, value, (chartId, dashboardTool) => {
      const { urn, parts } = urnOfKey('chart', { chartId, dashboardTool });
      const plain = (text: string) =>
        text.replaceAll('%2C', ',').replaceAll('%28', '(').replaceAll('%29', ')');
      t.strictSame(parts.map(plain), [dashboardTool, chartId].map(plain));
      t.equal(parseUrn(urn).parts.length, 2);
      const tag = urnOfKey('tag', { name: chartId });
      t.strictSame(tag.parts.map(plain), [plain(chartId)]);
    }),
  );
});
