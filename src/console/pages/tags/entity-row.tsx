import type { Signal } from '@preact/signals';
import { CheckBox } from '../../kit/check-box.js';
import { entityName } from '../../model/entity-name.js';
import { typeName } from '../../model/entity-types.js';
import { EntityLink } from '../entity/entity-link.js';
import { placeKey, simplePath } from './place.js';
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
    if (!next.delete(placeKey(place))) next.add(placeKey(place));
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
            <li key={`${placeKey(place)} ${place.declared}`}>
              {isRemovable(place) ? (
                <CheckBox checked={chosen.value.has(placeKey(place))} onChange={() => toggle(place)}>
                  <PlaceName place={place} />
                </CheckBox>
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
          from the schema
        </small>
      )}
    </>
  );
}
