import t from 'tap';
import { aspect, containerUrn, tagCatalog } from '../support/metadata.js';

const catalog = await tagCatalog(t, { sample: true });
const { editor } = catalog;
const hive = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
const ask = (document: string, urn: string) =>
  editor.graphql(`query ($urn: String!) { dataset(urn: $urn) ${document} }`, { urn });

t.test('one query returns everything about a dataset', async (t) => {
  const { status, body } = await ask(
    `{ urn type name origin platform { urn type name } properties { name description }
       container { urn type properties { name description } }
       tags { tags { tag { urn } } } globalTags { tags { tag { urn } } }
       schemaMetadata { fields { fieldPath type nativeDataType nullable description } }
       editableSchemaMetadata { editableSchemaFieldInfo { fieldPath } } }`,
    hive,
  );
  t.equal(status, 200);
  const text = { type: 'STRING', nativeDataType: 'varchar(100)', nullable: false };
  t.strictSame(body, {
    data: {
      dataset: {
        urn: hive,
        type: 'DATASET',
        name: 'fct_users_created',
        origin: 'PROD',
        platform: { urn: 'urn:li:dataPlatform:hive', type: 'DATA_PLATFORM', name: 'hive' },
        properties: { name: 'fct_users_created', description: 'One row for each user that was created' },
        container: {
          urn: 'urn:li:container:datahub_schema',
          type: 'CONTAINER',
          properties: { name: 'datahub_schema', description: 'The schema of the sample tables' },
        },
        tags: null,
        globalTags: null,
        schemaMetadata: {
          fields: [
            { fieldPath: 'user_id', ...text, description: 'Id of the user' },
            { fieldPath: 'user_name', ...text, description: 'Name of the user' },
            {
              fieldPath: 'created_at',
              type: 'TIME',
              nativeDataType: 'timestamp',
              nullable: false,
              description: 'When the user was created',
            },
          ],
        },
        editableSchemaMetadata: null,
      },
    },
    extensions: {},
  });
});

t.test('aspects of a dataset that were never written are null', async (t) => {
  const urn = 'urn:li:dataset:(urn:li:dataPlatform:s3,bucket%2Cwith/path,NON_PROD)';
  await catalog.put(aspect(urn, 'status', { removed: false }));
  const { body } = await ask(
    `{ name origin platform { urn name } properties { name } container { urn } tags { tags { associatedUrn } }
       schemaMetadata { fields { fieldPath } } editableSchemaMetadata { editableSchemaFieldInfo { fieldPath } } }`,
    urn,
  );
  t.strictSame(body.data.dataset, {
    name: 'bucket%2Cwith/path',
    origin: 'NON_PROD',
    platform: { urn: 'urn:li:dataPlatform:s3', name: 's3' },
    properties: null,
    container: null,
    tags: null,
    schemaMetadata: null,
    editableSchemaMetadata: null,
  });
});

t.test('properties without a name have the name in the URN; an unknown container is null', async (t) => {
  const urn = await catalog.dataset();
  await catalog.put(aspect(urn, 'datasetProperties', { description: 'd' }));
  await catalog.put(aspect(urn, 'container', { container: containerUrn('absent') }));
  const { body } = await ask('{ name properties { name description } container { urn } }', urn);
  const { name } = body.data.dataset;
  t.strictSame(body, {
    data: { dataset: { name, properties: { name, description: 'd' }, container: null } },
    extensions: {},
  });
});
