import { entityName, type Named } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { PlatformMark } from '../../kit/marks.js';
import { typeName } from '../../model/entity-types.js';
import { columnKeys, simplePath } from '../../model/field-path.js';
import { links } from '../../model/links.js';
import { inSentence } from './kinds.js';
import type { Place, TaggedEntity } from './request.js';

interface Row {
  readonly entity: TaggedEntity;
  readonly name: string;
  /** Undefined: not loaded yet. */
  readonly places: readonly Place[] | undefined;
  readonly isRemovable: boolean;
}

interface PlaceTableProps {
  label: string;
  rows: readonly Row[];
  /** The URNs of the chosen entities. */
  selected: ReadonlySet<string>;
  onSelect(selected: ReadonlySet<string>): void;
}

/** Entities with the places on them. Without an entity that the caller may change, there are no check boxes. */
export function PlaceTable({ label, rows, selected, onSelect }: PlaceTableProps) {
  const all = rows.filter(({ isRemovable }) => isRemovable).map(({ entity }) => entity.urn);
  const isMixed = selected.size > 0 && selected.size < all.length;
  const toggle = (urn: string) => {
    const next = new Set(selected);
    if (!next.delete(urn)) next.add(urn);
    onSelect(next);
  };
  return (
    <div class="frame">
      <table class="cards places" role="table" aria-label={label}>
        <thead>
          <tr role="row">
            {all.length > 0 && (
              <th class="tick" scope="col" role="columnheader">
                <input
                  type="checkbox"
                  id="all-places"
                  class={isMixed ? 'mixed' : undefined}
                  aria-label="Select all on this page"
                  indeterminate={isMixed}
                  checked={selected.size === all.length}
                  onChange={() => onSelect(new Set(selected.size === all.length ? [] : all))}
                />
              </th>
            )}
            <th class="name-column" scope="col" role="columnheader">
              Name
            </th>
            <th class="mid-gone place-column" scope="col" role="columnheader">
              Place
            </th>
            <th scope="col" role="columnheader">
              On
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ entity, name, places, isRemovable }) => (
            <tr key={entity.urn} role="row">
              {all.length > 0 && (
                <td class="tick" role="cell">
                  {isRemovable && (
                    <input
                      type="checkbox"
                      aria-label={`Select ${name}`}
                      checked={selected.has(entity.urn)}
                      onChange={() => toggle(entity.urn)}
                    />
                  )}
                </td>
              )}
              <th class="lead" scope="row" role="rowheader">
                <EntityName entity={entity} name={name} />
              </th>
              <td class="soft cut gone mid-gone" role="cell">
                <Location entity={entity} />
              </td>
              <td class="full" role="cell">
                {places && <On type={entity.type} places={places} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What an entity of some types has beside its name. */
const platformOf = (entity: TaggedEntity): Named | null => ('platform' in entity ? entity.platform : null);

function EntityName({ entity, name }: { entity: TaggedEntity; name: string }) {
  const platform = platformOf(entity);
  return (
    <span class="row one">
      {platform && <PlatformMark id={urnName(platform.urn)} name={entityName(platform)} />}
      <a class="cut name" href={links.entity(entity.urn)} dir="auto" title={name}>
        {name}
      </a>
    </span>
  );
}

function Location({ entity }: { entity: TaggedEntity }) {
  const parts = [platformOf(entity), 'container' in entity ? entity.container : null];
  const names = parts.flatMap((part) => (part ? [entityName(part)] : []));
  return (
    <span title={'origin' in entity ? entity.origin : undefined}>
      {names.map((name, index) => (
        <>
          {index > 0 && ' › '}
          <bdi key={name}>{name}</bdi>
        </>
      ))}
    </span>
  );
}

/** More are on the page of the dataset. */
const shownColumns = 6;

/** The columns that have the tag, each once. One that both a person and the schema have tagged is a person's. */
function columnsOf(places: readonly Place[]): readonly { path: string; isGiven: boolean }[] {
  const edited = places.filter(({ fieldPath, declared }) => fieldPath !== null && !declared);
  const declared = places.filter((place) => place.declared && place.fieldPath !== null);
  const toKey = columnKeys([...edited, ...declared].map(({ fieldPath }) => fieldPath!));
  const columns = new Map<string, { path: string; isGiven: boolean }>();
  for (const { fieldPath, declared: isGiven } of [...edited, ...declared]) {
    const key = toKey(fieldPath!);
    if (!columns.has(key)) columns.set(key, { path: simplePath(fieldPath!), isGiven });
  }
  return [...columns.values()];
}

function On({ type, places }: { type: string; places: readonly Place[] }) {
  const columns = columnsOf(places);
  return (
    <span class="row tight">
      {places.some(({ fieldPath }) => fieldPath === null) && (
        <span class="soft">the {inSentence(typeName(type))} itself</span>
      )}
      {columns.slice(0, shownColumns).map(({ path, isGiven }) => (
        <code
          key={path}
          class={isGiven ? 'code-inline small given' : 'code-inline small'}
          dir="auto"
          title={isGiven ? `${path}: set by the schema; only ingestion can change it` : path}
        >
          {path}
        </code>
      ))}
      {columns.length > shownColumns && <small>+{columns.length - shownColumns}</small>}
    </span>
  );
}
