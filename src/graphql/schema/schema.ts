import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  getNamedType,
  isIntrospectionType,
  isLeafType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import './access-token.js';
import './access-token-create.js';
import './access-token-list.js';
import './aggregate.js';
import './app-config.js';
import './audit-events.js';
import './auto-complete.js';
import './changes.js';
import './chart.js';
import './column-edits.js';
import './container.js';
import './corp-group.js';
import './corp-group-create.js';
import './corp-group-members.js';
import './corp-user.js';
import './corp-user-create.js';
import './corp-user-write.js';
import './dashboard.js';
import './data-flow.js';
import './data-job.js';
import './dataset.js';
import './dataset-profile.js';
import './deprecation-edits.js';
import './description.js';
import './domain-create.js';
import './domain-edits.js';
import './entity.js';
import './facts.js';
import './granted-privileges.js';
import './generic-entity.js';
import './glossary-create.js';
import './lineage.js';
import './lineage-update.js';
import './link-edits.js';
import './schema-field-entity.js';
import './me.js';
import './named-entity.js';
import './operation.js';
import './owner-edits.js';
import './people-list.js';
import './policy-list.js';
import './policy-write.js';
import './scroll.js';
import './search.js';
import './service-account.js';
import './service-health.js';
import './soft-deletion.js';
import './stewarded.js';
import './tag.js';
import './tag-association.js';
import './tag-list.js';
import './tag-reach.js';
import './tag-usage.js';
import './term-edits.js';
import './timeseries-index.js';
import './truncate.js';
import './truncation-task.js';
import './views.js';
import './webhook.js';
import './webhook-write.js';
import { judgedWithin } from '../../core/standing.js';
import { builder, type Context } from './builder.js';

export const schema = builder.toSchema({ sortSchema: false });

// The mutations of one request run one after another. What allowed one of them need not hold for the next.
for (const field of Object.values(schema.getMutationType()!.getFields())) {
  const resolve = field.resolve!;
  field.resolve = (source, args, context: Context, info) =>
    judgedWithin(context.actor, async () => resolve(source, args, context, info));
}

// A new field cannot forget to be counted.
for (const type of Object.values(schema.getTypeMap()))
  if (isObjectType(type) && !isIntrospectionType(type))
    for (const field of Object.values(type.getFields()))
      if (isLeafType(getNamedType(field.type)))
        field.resolve = countLeaf(field.resolve ?? defaultFieldResolver);

/** The text of `schema.graphql`. */
export const printedSchema = `${printSchema(lexicographicSortSchema(schema))}\n`;

/** Makes a resolver count its value for the size of the answer. */
function countLeaf(resolve: GraphQLFieldResolver<unknown, Context>): GraphQLFieldResolver<unknown, Context> {
  return (source, args, context, info) => {
    const counted = (value: unknown) => {
      context.answer.addLeaf(value, info);
      return value;
    };
    const value = resolve(source, args, context, info);
    return value instanceof Promise ? value.then(counted) : counted(value);
  };
}
