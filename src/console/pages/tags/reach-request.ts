import { graphql, type ResultOf } from '../../../client/documents.js';
import { entityName, namedEntity } from '../../../client/named-entity.js';
import { columnPlace, type Place } from '../../edits/change-tags.js';
import { simplePath } from '../../model/field-path.js';

/** Names of the entities on a path are those in their URNs: paths can be long. */
export const reach = graphql(
  `
    query TagReach($input: TagReachInput!) {
      tagReach(input: $input) {
        total
        untagged
        isPartial
        reached {
          entity {
            ...NamedEntity
            ... on Asset {
              platform {
                ...NamedEntity
              }
            }
          }
          fieldPath
          degree
          via
          carriesTag
          removed
          removedBy {
            ...NamedEntity
          }
          path {
            entity {
              urn
            }
            fieldPath
          }
        }
      }
    }
  `,
  [namedEntity],
);

export type Reach = ResultOf<typeof reach>;
/** An entity or a column in the lineage of what has the tag. */
export type ReachedPlace = Reach['tagReach']['reached'][number];
type PathPlace = ReachedPlace['path'][number];

export const placeKey = ({ entity, fieldPath }: ReachedPlace): string => `${entity.urn}\n${fieldPath ?? ''}`;

/** Whether the tag may have been forgotten there: a person has not removed it. */
export const lacksTag = ({ carriesTag, removed }: ReachedPlace): boolean => !carriesTag && !removed;

export const toPlace = ({ entity, fieldPath }: ReachedPlace): Place =>
  fieldPath === null ? { resourceUrn: entity.urn } : columnPlace(entity.urn, fieldPath);

/** Returns the name of a place, as in "orders" or "orders.email". */
export const placeName = ({ entity, fieldPath }: Pick<PathPlace, 'entity' | 'fieldPath'>): string =>
  fieldPath === null ? entityName(entity) : `${entityName(entity)}.${simplePath(fieldPath)}`;

/** The largest number of places of a path that a row names. */
const maxNamed = 4;

/** Returns the way to a place, without the place itself. Of a long one, the middle is left out. */
export function pathText(path: readonly PathPlace[]): string {
  const names = path.slice(0, -1).map(placeName);
  const shown = names.length > maxNamed ? [names[0], '…', ...names.slice(2 - maxNamed)] : names;
  return shown.join(' → ');
}

/** Returns an answer in which some places have the tag. @param isOnlyUntagged whether these are not listed any more */
export function withTagOn(answer: Reach, tagged: readonly ReachedPlace[], isOnlyUntagged: boolean): Reach {
  const keys = new Set(tagged.map(placeKey));
  const found = tagged.filter(lacksTag).length;
  const { reached, total, untagged, ...rest } = answer.tagReach;
  const next = reached.map((place) => (keys.has(placeKey(place)) ? { ...place, carriesTag: true } : place));
  return {
    tagReach: {
      ...rest,
      reached: isOnlyUntagged ? next.filter(lacksTag) : next,
      total: isOnlyUntagged ? total - found : total,
      untagged: untagged - found,
    },
  };
}
