import type { Signal } from '@preact/signals';
import { entityName } from '../../model/entity-name.js';
import { typeName } from '../../model/entity-types.js';
import { EntityLink } from '../entity/entity-link.js';
import { keyOf, simplePath } from './place.js';
import type { Place } from './request.js';

interface EntityRowProps {
  entity: Place['entity'];
  places: readonly Place[];
  isRemovable(place: Place): boolean;
  chosen: Signal<ReadonlySet<string>>;
}

/** An entity, and where on it the tag is: on itself, on columns, or both. */
export function EntityRow({ entity, places, isRemovable, chosen }: EntityRowProps) {
  const toggle = (place: Place) => {
    const next = new Set(chosen.value);
    if (!next.delete(keyOf(place))) next.add(keyOf(place));
    chosen.value = next;
  };
  return (
    <tr>
      <td class="entity">
        <EntityLink entity={entity} />{' '}
        {'platform' in entity && (
          <small class="soft">
            {entity.platform.name}, {entity.origin}
          </small>
        )}
      </td>
      <td>
        <ul class="places" aria-label={`Where on ${entityName(entity)}`}>
          {places.map((place) => (
            <li key={`${keyOf(place)} ${place.declared}`}>
              {isRemovable(place) ? (
                <label>
                  <input
                    type="checkbox"
                    checked={chosen.value.has(keyOf(place))}
                    onChange={() => toggle(place)}
                  />{' '}
                  <PlaceName place={place} />
                </label>
              ) : (
                <PlaceName place={place} />
              )}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}

function PlaceName({ place: { entity, fieldPath, declared } }: { place: Place }) {
  if (fieldPath === null) return <>the {typeName(entity.type).toLowerCase()} itself</>;
  return (
    <>
      <code title={fieldPath}>{simplePath(fieldPath)}</code>
      {declared && (
        <small
          class="soft"
          title="The ingested schema has it. Only the source of the metadata can remove it."
        >
          {' '}
          by its schema
        </small>
      )}
    </>
  );
}
