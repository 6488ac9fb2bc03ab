import t from 'tap';
import { parseUrn } from '../../src/core/urn.js';
import { keyAspectOf, keyAspectValue } from '../../src/metadata/key-aspect.js';

const key = (urn: string) => keyAspectValue(parseUrn(urn));

t.test('the parts of a URN under the names of its key', async (t) => {
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
  t.same(key('urn:li:domain:d'), { id: 'd' }, 'one id, as most have it');
  t.same(key('urn:li:constructor:x'), { id: 'x' });
});

t.test('another number of parts: no key', async (t) => {
  t.equal(key('urn:li:chart:c'), null);
  t.equal(key('urn:li:domain:(a,b)'), null);
});

t.test('its name', async (t) => {
  t.equal(keyAspectOf('dataset'), 'datasetKey');
  t.equal(keyAspectOf('corpuser'), 'corpUserKey');
});
