import t from 'tap';
import { parseUrn } from '../../src/core/urn.js';
import { keyAspectOf, keyAspectValue } from '../../src/metadata/key-aspect.js';

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
  t.equal(keyAspectOf('dataset'), 'datasetKey');
  t.equal(keyAspectOf('corpuser'), 'corpUserKey');
});
