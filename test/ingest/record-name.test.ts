import t from 'tap';
import { getRecordName } from '../../src/ingest/record-name.js';

t.test('each aspect has the record name of DataHub', async (t) => {
  for (const [aspect, record] of Object.entries({
    globalTags: 'com.linkedin.common.GlobalTags',
    editableSchemaMetadata: 'com.linkedin.schema.EditableSchemaMetadata',
    datasetKey: 'com.linkedin.metadata.key.DatasetKey',
    corpUserKey: 'com.linkedin.metadata.key.CorpUserKey',
    mlModelProperties: 'com.linkedin.ml.metadata.MLModelProperties',
    editableMlModelProperties: 'com.linkedin.ml.metadata.EditableMLModelProperties',
    mlModelKey: 'com.linkedin.metadata.key.MLModelKey',
    aiAgentInfo: 'com.linkedin.agent.AIAgentInfo',
    dataProductKey: 'com.linkedin.dataproduct.DataProductKey',
    mlModelMetrics: 'com.linkedin.ml.metadata.Metrics',
    propertyDefinition: 'com.linkedin.structured.StructuredPropertyDefinition',
    ourOwn: 'ourOwn',
    constructor: 'constructor',
  })) {
    t.equal(getRecordName(aspect), record);
  }
});
