import { lexicographicSortSchema, printSchema } from 'graphql';
import './access-token.js';
import './access-token-create.js';
import './access-token-list.js';
import './audit-events.js';
import './chart.js';
import './container.js';
import './corp-group.js';
import './corp-group-create.js';
import './corp-group-list.js';
import './corp-group-members.js';
import './corp-user.js';
import './corp-user-create.js';
import './corp-user-list.js';
import './corp-user-write.js';
import './dashboard.js';
import './data-flow.js';
import './data-job.js';
import './dataset.js';
import './description.js';
import './entity.js';
import './granted-privileges.js';
import './me.js';
import './policy-list.js';
import './policy-write.js';
import './service-account.js';
import './soft-deletion.js';
import './tag.js';
import './tag-association.js';
import './tag-list.js';
import './tag-usage.js';
import { builder } from './builder.js';

export const schema = builder.toSchema({ sortSchema: false });

/** The text of `schema.graphql`. */
export const printedSchema = `${printSchema(lexicographicSortSchema(schema))}\n`;
