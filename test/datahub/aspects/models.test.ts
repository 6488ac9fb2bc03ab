import t from 'tap';
import {
  aspectNames,
  entityTypes,
  findModel,
  listAspects,
  type RecordModel,
  type ValueType,
} from '../../../src/datahub/aspects/models.js';
import { entityTypesByName } from '../../../src/datahub/entity-types.js';
import { timeseriesAspects } from '../../../src/timeseries/timeseries-index.js';

const isRecord = (type: ValueType): type is RecordModel => typeof type === 'object' && 'fields' in type;

t.test('the table has every aspect that the catalog names', async (t) => {
  for (const type of entityTypesByName.values())
    if (type !== 'restricted') t.ok(entityTypes.includes(type), type);
  for (const name of Object.keys(timeseriesAspects)) t.ok(findModel(name), name);
  for (const type of entityTypes)
    for (const name of listAspects(type)) t.ok(findModel(name), `${name} of ${type}`);
});

t.test('each model can be read', async (t) => {
  const records = new Set<RecordModel>();
  const visit = (type: ValueType): void => {
    if (typeof type === 'string') return;
    if ('array' in type) visit(type.array);
    else if ('map' in type) visit(type.map);
    else if ('anyOf' in type) type.anyOf.forEach(visit);
    else if (isRecord(type) && !records.has(type)) {
      records.add(type);
      for (const field of type.required) t.ok(type.fields.has(field), field);
      for (const field of type.fields.values()) visit(field);
    }
  };
  for (const name of aspectNames) visit(findModel(name)!);
  t.ok(records.size > 400, `${records.size} records`);
});

t.test('models have the fields of DataHub', async (t) => {
  const terms = findModel('glossaryTerms')!;
  t.equal(terms.fullName, 'com.linkedin.common.GlossaryTerms');
  t.same(terms.required, ['terms', 'auditStamp']);
  const stamp = terms.fields.get('auditStamp') as RecordModel;
  t.same([stamp.required, stamp.fields.get('time')], [['time', 'actor'], 'long']);
  t.same(findModel('dataJobInfo')!.required, ['name', 'type']);
  const type = findModel('dataJobInfo')!.fields.get('type');
  t.match(type, { anyOf: [{ symbols: new Set(['HIVE']) }, 'string'] });
  t.equal(
    findModel('cost')!.fields.get('cost')?.valueOf &&
      (findModel('cost')!.fields.get('cost') as RecordModel).isOneOf,
    true,
  );
  t.equal(findModel('noAspect'), undefined);
  t.equal(findModel('constructor'), undefined);
});
