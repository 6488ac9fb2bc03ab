import { createAspects } from './aspects/kernel.js';
import { container, containerProperties } from './containers/aspect-definitions.js';
import { datasetProperties, status } from './entities/aspect-definitions.js';
import { deprecation } from './entities/deprecation.js';
import { editableSchemaMetadata } from './entities/editable-schema-metadata.js';
import { schemaMetadata } from './entities/schema-metadata.js';
import { dataHubPolicyInfo } from './policies/policy-info.js';
import { writeSearched } from './search/documents/document-store.js';
import { globalTags } from './tags/global-tags.js';
import { tagProperties } from './tags/tag-properties.js';
import { peopleAspects } from './users/aspect-definitions.js';

/**
 * All aspects of which the catalog knows more than that they are JSON. A transaction writes their tables in this order,
 * which is that of their locks (aspects/lock-store.ts): changes of policies and people come last.
 */
export const storedAspects = createAspects(
  [
    tagProperties,
    schemaMetadata,
    globalTags,
    editableSchemaMetadata,
    dataHubPolicyInfo,
    ...peopleAspects,
    datasetProperties,
    containerProperties,
    container,
    status,
    deprecation,
  ],
  writeSearched,
);
