import { graphql } from '../../../client/documents.js';
import { entityName } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { type Query, useQuery } from '../../api/use-query.js';
import { Avatar, PlatformMark } from '../../kit/marks.js';
import { Time } from '../../kit/time.js';
import { typeName } from '../../model/entity-types.js';
import { links } from '../../model/links.js';
import { containerOf, type Listed, listedEntity } from '../../model/listed-entity.js';
import { shownName } from '../entity/entity-link.js';
import { type Act, groupChanges, shownChange } from './change.js';
import { ChangeText } from './change-text.js';

const recent = graphql(
  `
    query RecentChanges($count: Int!) {
      changes(input: { count: $count }) {
        changes {
          ...ShownChange
          entity {
            ...ListedEntity
          }
        }
      }
    }
  `,
  [shownChange, listedEntity],
);

/** Changes that are read for each act, which can consist of several. */
const changesPerAct = 6;

/** Loads the newest acts. */
export function useRecentChanges(count: number): Query<unknown> & { readonly acts: readonly Act[] } {
  const query = useQuery(recent, { count: count * changesPerAct });
  return { ...query, acts: groupChanges(query.data?.changes.changes ?? []).slice(0, count) };
}

/** A line of a `.feed`: the entity, what was done to it, by whom and when. */
export function RecentChange({ act }: { act: Act }) {
  const change = act.changes[0];
  const { actor, time } = change;
  const entity: Omit<Listed, 'description' | 'owners'> = change.entity;
  const { platform } = entity;
  const container = containerOf(entity);
  const by = shownName(actor);
  return (
    <li class="quiet-host">
      <PlatformMark
        id={platform ? urnName(platform.urn) : ''}
        name={platform ? entityName(platform) : typeName(entity.type)}
      />
      <span class="cut">
        <a class="name" href={links.named(entity.urn)} dir="auto" title={entity.urn}>
          {entityName(entity)}
        </a>{' '}
        {container && (
          <span class="faint small" dir="auto">
            {entityName(container)}
          </span>
        )}
        <br />
        <small class="cut">
          <ChangeText changes={act.changes} />
        </small>
      </span>
      <small class="row one nowrap" title={by}>
        <Avatar urn={actor.urn} name={by} />
        <span class="hidden">{by}, </span>
        <Time ms={time} />
      </small>
    </li>
  );
}
