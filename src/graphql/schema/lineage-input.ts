import { badRequest } from '../../core/errors.js';
import { entityTypesByName } from '../../datahub/entity-types.js';
import type { Direction } from '../../lineage/direction.js';
import type { IgnoredHops, LineageSearch } from '../../lineage/input.js';
import { type RequestInputs, searchRequest } from './search-request.js';

type Given<T> = T | null | undefined;

interface Flags {
  readonly startTimeMillis?: Given<number>;
  readonly endTimeMillis?: Given<number>;
  readonly entitiesExploredPerHopLimit?: Given<number>;
  readonly ignoreAsHops?: Given<readonly { entityType: string; platforms?: Given<readonly string[]> }[]>;
}

export interface LineageInputs extends Omit<RequestInputs, 'query'> {
  readonly urn?: Given<string>;
  readonly direction: Direction;
  readonly query?: Given<string>;
  readonly startTimeMillis?: Given<number>;
  readonly endTimeMillis?: Given<number>;
  readonly lineageFlags?: Given<Flags>;
  readonly searchFlags?: Given<NonNullable<RequestInputs['searchFlags']> & Grouping>;
}

interface Grouping {
  readonly groupingSpec?: Given<{
    readonly groupingCriteria?: Given<
      readonly { readonly baseEntityType?: Given<string>; readonly groupingEntityType: string }[]
    >;
  }>;
}

/** Returns what a search across lineage asks for. @throws BAD_REQUEST */
export function lineageRequest(inputs: LineageInputs): LineageSearch {
  const { urn, direction, lineageFlags: flags } = inputs;
  if (typeof urn !== 'string')
    throw badRequest('urn is missing; expected the entity or column to start from');
  const exploredPerHop = flags?.entitiesExploredPerHopLimit;
  if (typeof exploredPerHop === 'number' && exploredPerHop < 1)
    throw badRequest(`entitiesExploredPerHopLimit is ${exploredPerHop}; expected 1 or more, or none`);
  return {
    ...{ urn, direction, exploredPerHop },
    from: inputs.startTimeMillis ?? flags?.startTimeMillis,
    to: inputs.endTimeMillis ?? flags?.endTimeMillis,
    ignoreAsHops: (flags?.ignoreAsHops ?? []).map(toIgnored),
    groupsColumns: groupsColumns(inputs.searchFlags),
    search: searchRequest({ ...inputs, query: inputs.query ?? '*' }),
  };
}

function toIgnored({
  entityType,
  platforms,
}: {
  entityType: string;
  platforms?: Given<readonly string[]>;
}): IgnoredHops {
  const type = entityTypesByName.get(entityType);
  if (type === undefined)
    throw badRequest(`ignoreAsHops has the type ${entityType}, which stands for no one type; leave it out`);
  return { entityType: type, platforms: platforms?.length ? platforms : null };
}

/** As in DataHub, the columns of a dataset are one result unless the request says how results are grouped. */
function groupsColumns(flags: Given<Grouping>): boolean {
  const criteria = flags?.groupingSpec?.groupingCriteria;
  if (!criteria) return true;
  return criteria.some(
    ({ baseEntityType, groupingEntityType }) =>
      baseEntityType === 'SCHEMA_FIELD' && groupingEntityType !== 'SCHEMA_FIELD',
  );
}
